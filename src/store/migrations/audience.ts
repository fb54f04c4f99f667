// What belongs to one login alone, and what the roles did not hold before.
//
// A person's own rows are below `me/TOKEN/`, whatever their root. The token is drawn once per login and told to nobody
// else: so a path of somebody's own can be neither read nor guessed, and its lock and its channel cannot either.
//
// Functions that run with the owner's rights look for names in pg_catalog first and in pg_temp last: left out, pg_temp is
// looked at first, and anybody could lay a table `pg_namespace` of their own in the way, or a type `text` whose check runs
// with the owner's rights.

const AS_OWNER = "security definer set search_path = pg_catalog, pg_temp";

export const AUDIENCE = `
create table {s}.persons (
  login text primary key,
  token text not null unique default replace(gen_random_uuid()::text, '-', '')
);

-- The caller's own token, drawn at the first question.
create function {s}.mine() returns text language plpgsql ${AS_OWNER} as $$
declare found_token text;
begin
  select token into found_token from {s}.persons where login = session_user;
  if found_token is null then
    insert into {s}.persons (login) values (session_user) on conflict do nothing;
    select token into found_token from {s}.persons where login = session_user;
  end if;
  return found_token;
end $$;

create function {s}.is_own(p text) returns boolean language sql stable ${AS_OWNER} as $$
  select coalesce(starts_with(p, 'me/' || (select token from {s}.persons where login = session_user) || '/'), false)
$$;

create or replace function {s}.is_maintainer() returns boolean language sql stable ${AS_OWNER} as $$
  select pg_has_role(session_user, '{s}_maintainer', 'member') or session_user = (select pg_get_userbyid(nspowner) from pg_catalog.pg_namespace where nspname = '{s}')
$$;

-- Also of the second pending file that is begun where the first cannot be read (DIARY.md-20261115-143022-1a2b.yaml).
create or replace function {s}.keeper(r text, p text) returns text language sql stable ${AS_OWNER} as $$
  select login from {s}.kept where root = r and path = case
    when r = 'home' and p like 'last-word/%.yaml' and p not like 'last-word/staging/%' then replace(regexp_replace(substr(p, 11), '(-[0-9]{8}-[0-9]{6}-[0-9a-f]{4})?[.]yaml$', ''), '--', '/')
    else p end
$$;

create or replace function {s}.may_see(r text, p text, writer text) returns boolean language sql stable ${AS_OWNER} as $$
  select case
    when starts_with(p, 'me/') then {s}.is_own(p)
    -- A keeper that is no login any more keeps it from everybody, and stops nobody else's question.
    when kept.login is not null then exists (select from pg_catalog.pg_roles where rolname = kept.login and pg_has_role(session_user, oid, 'member'))
    -- Staging shows what somebody could not agree on: to those who may decide, and to whom it belongs.
    when r = 'home' and p like 'last-word/staging/%' then {s}.is_maintainer() or writer = session_user
    else true end
  from (select {s}.keeper(r, p) as login) as kept
$$;

-- Who wrote, in which folder, and whether it only proposes: said by the database and not by the writer.
create or replace function {s}.sign() returns trigger language plpgsql ${AS_OWNER} as $$
begin
  if new.path ~ '(^|/)[.]{0,2}(/|$)' then raise exception '% is no path below a root', new.path using errcode = '42501'; end if;
  new.folder := case when position('/' in new.path) = 0 then '' else regexp_replace(new.path, '/[^/]*$', '') end;
  new.changed_by := session_user;
  new.proposed := not starts_with(new.path, 'me/') and (not {s}.is_maintainer() or (tg_op = 'UPDATE' and old.proposed));
  return new;
end $$;

create or replace function {s}.keep_for(p text, who text) returns void language plpgsql ${AS_OWNER} as $$
declare place record;
begin
  if not {s}.is_maintainer() or not {s}.may_see('home', p, '') then raise exception 'only a maintainer who sees it may say who keeps %', p using errcode = '42501'; end if;
  if who is not null and not exists (select from pg_catalog.pg_roles where rolname = who) then raise exception 'there is no login %', who using errcode = '28000'; end if;
  for place in
    select 'home' as root, p as path
    -- The header as it is written, compared as a whole: a line that is no JSON must not be quoted in an error.
    union all select l.root, l.path from {s}.lines l where l.root = 'state' and l.path like 'ledger/%' and l.n = 1
      and l.line = '{"v":1,"kind":"ledger","root":"home","project":null,"path":' || to_json(p)::text || '}'
  loop
    delete from {s}.kept k where k.root = place.root and k.path = place.path;
    if who is not null then insert into {s}.kept values (place.root, place.path, who); end if;
  end loop;
end $$;

-- Only for the first line of a ledger, and only by somebody who may write the document.
create or replace function {s}.keep_beside(log_root text, log_path text, r text, p text) returns void language sql ${AS_OWNER} as $$
  insert into {s}.kept select log_root, log_path, k.login from {s}.kept k
    where k.root = r and k.path = p and log_root = 'state' and log_path like 'ledger/%' and {s}.is_maintainer() and {s}.may_see(r, p, '')
      and not exists (select from {s}.places there where there.root = log_root and there.path = log_path)
    on conflict do nothing
$$;

-- What is staged for a kept document is kept with it.
create function {s}.keep_staged() returns trigger language plpgsql ${AS_OWNER} as $$
declare target text; who text;
begin
  if tg_op = 'DELETE' then
    delete from {s}.kept where root = old.root and path = old.path;
    return old;
  end if;
  begin
    target := substring(convert_from(new.bytes, 'UTF8') from 'target_file: "?(?:~/[.]config/agents/)?([^"[:cntrl:]]+)');
  exception when character_not_in_repertoire then target := null; -- no text, so it names no document
  end;
  who := {s}.keeper('home', target);
  if who is not null then insert into {s}.kept values (new.root, new.path, who) on conflict do nothing; end if;
  return new;
end $$;
create trigger keep_staged before insert or update on {s}.places for each row
  when (new.root = 'home' and starts_with(new.path, 'last-word/staging/')) execute function {s}.keep_staged();
create trigger unkeep_staged after delete on {s}.places for each row
  when (old.root = 'home' and starts_with(old.path, 'last-word/staging/')) execute function {s}.keep_staged();

-- Everybody of the database can listen to the mind's channel. What is somebody's own goes to a channel that only they know.
create or replace function {s}.tell(r text, p text, v text) returns void language plpgsql ${AS_OWNER} as $$
declare
  own boolean := starts_with(p, 'me/');
  shown text := case when own then regexp_replace(p, '^me/[^/]*/', '') else p end;
  note text := json_build_object('root', r, 'path', shown, 'version', v, 'by', current_setting('application_name'))::text;
begin
  -- A notice holds at most 8000 bytes; without a path it means "look at everything".
  perform pg_notify(case when own then 'codicil_' || split_part(p, '/', 2) else '{s}' end,
    case when octet_length(note) < 7900 and (own or {s}.keeper(r, p) is null) then note else '{}' end);
end $$;

-- The index of recall asks for keepers too, and its names are looked up where nobody can lay others in the way.
create or replace function {s}.my_names() returns text[] language sql stable ${AS_OWNER} as $$
  select array_agg(rolname::text) from pg_catalog.pg_roles where pg_has_role(session_user, oid, 'member')
$$;
create or replace function {s}.recall_audience(id text) returns text language sql stable ${AS_OWNER} as $$
  select case when id like 'home/%' and id not ilike 'home/me/%' and {s}.may_see('home', substr(id, 6), '') then coalesce({s}.keeper('home', substr(id, 6)), '') else session_user::text end
$$;
-- Only a document is indexed: what is staged for one is no reason to drop the index.
drop trigger recall_kept on {s}.kept;
drop trigger recall_unkept on {s}.kept;
create trigger recall_kept after insert or update on {s}.kept for each row when (new.root = 'home' and new.path !~ '^last-word/') execute function {s}.recall_kept();
create trigger recall_unkept after delete on {s}.kept for each row when (old.root = 'home' and old.path !~ '^last-word/') execute function {s}.recall_kept();

do $$ declare each regprocedure; begin
  for each in select oid from pg_proc where pronamespace = '{s}'::regnamespace and prosecdef loop
    execute format('alter function %s set search_path = pg_catalog, pg_temp', each);
  end loop;
end $$;

-- Tells who keeps what: only for the functions above.
revoke execute on function {s}.keeper(text, text) from public;

-- The account of writes tells hashes of what was written, and a missing line makes a write happen twice: each has their own.
alter table {s}.writes add column login text not null default session_user;
drop policy account on {s}.writes;
create policy account on {s}.writes for all to {s}_reader using (login = session_user) with check (login = session_user);

alter policy propose on {s}.places with check (root = 'home' and path like 'last-word/%.yaml' and {s}.may_see(root, path, changed_by));
create policy mine on {s}.places for all to {s}_reader using ({s}.is_own(path)) with check ({s}.is_own(path));
create policy mine on {s}.lines for all to {s}_reader using ({s}.is_own(path)) with check ({s}.is_own(path));
grant insert, update, delete on {s}.places, {s}.lines to {s}_reader;
grant select, insert, delete on {s}.writes to {s}_reader;
`;
