-- Roles, grants and row security, whatever there was of them: a dump that was restored where the roles were missing has few.

do $$ declare gone record; begin
  for gone in select tablename, policyname from pg_policies where schemaname = '{s}' loop
    execute format('drop policy %I on {s}.%I', gone.policyname, gone.tablename);
  end loop;
end $$;

{roles.sql}

create policy see on {s}.places for select to {s}_reader using ({s}.may_see(root, path, changed_by));
create policy propose_new on {s}.places for insert to {s}_contributor with check (kind = 'document' and root = 'home' and path like 'last-word/%.yaml' and {s}.may_see(root, path, changed_by));
create policy propose on {s}.places for update to {s}_contributor using (kind = 'document' and root = 'home' and path like 'last-word/%.yaml' and {s}.may_see(root, path, changed_by)) with check (kind = 'document' and root = 'home' and path like 'last-word/%.yaml' and {s}.may_see(root, path, changed_by));
create policy withdraw on {s}.places for delete to {s}_contributor
  using (root = 'home' and path like 'last-word/%.yaml' and proposed and changed_by = session_user);
create policy maintain on {s}.places for all to {s}_maintainer using (kind = 'document' and {s}.may_see(root, path, changed_by))
  with check (kind = 'document' and {s}.may_see(root, path, changed_by));
create policy mine on {s}.places for all to {s}_reader using (kind = 'document' and {s}.is_own(path))
  with check (kind = 'document' and {s}.is_own(path));
create policy see on {s}.lines for select to {s}_reader
  using (exists (select from {s}.places p where p.root = lines.root and p.path = lines.path));
create policy see on {s}.marks for select to {s}_reader using ({s}.may_see(root, path, ''));
create policy account on {s}.writes for all to {s}_reader using (login = session_user) with check (login = session_user);
create policy own on {s}.sent for all using (login = session_user) with check (login = session_user);
create policy own on {s}.events for all using (login = session_user) with check (login = session_user);
create policy audit on {s}.sent for select using (kind = 'verdicts' and (select {s}.is_maintainer()));
create policy audit on {s}.events for select using (kind = 'verdicts' and (select {s}.is_maintainer()));
select {s}.recall_protect(named)
  from unnest(array['recall_segments', 'recall_documents', 'recall_entries', 'recall_units', 'recall_vectors']) named
  where to_regclass('{s}.' || named) is not null;

revoke all on all tables in schema {s} from {s}_contributor, {s}_maintainer;
grant usage on schema {s} to {s}_reader;
grant select on {s}.migrations, {s}.places, {s}.lines, {s}.marks, {s}.sent, {s}.events, {s}.recall_state to {s}_reader;
revoke insert, update, delete on {s}.lines from {s}_reader;
grant insert, update, delete on {s}.places to {s}_reader;
grant select, insert, delete on {s}.writes to {s}_reader;
grant usage on sequence {s}.recall_numbers to {s}_reader;
revoke execute on function {s}.keeper(text, text), {s}.mark(text, text, text) from public;
