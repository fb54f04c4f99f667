// The mind's schema in the database: tables, and one function per write. A write is one statement that calls one function,
// so it happens as a whole or not at all whatever becomes of the connection, and costs one round trip.
//
// `writes` remembers the token of every write of the last day. A caller that lost its connection takes the token itself: if
// the write had happened, its outcome is there; if not, it never can any more, because its token is taken. So a lost
// answer is never a guess.
//
// A write made under a lock names its holder. `fence` refuses it on any connection but the one that took the lock: a
// connection that dies gives its locks to others, and must not write after that.
//
// A migration is never changed once released; a later one is added. {s} stands for the schema's name.

import type { Address } from "../connection/address.ts";
import type { Line } from "../connection/lines.ts";
import { AUDIENCE } from "../migrations/audience.ts";
import { ENTRIES } from "../migrations/entries.ts";
import { GUARDED, RIGHTS } from "../migrations/guarded.ts";
import { makeJobs } from "./jobs.ts";
import { RECALL } from "../migrations/recall.ts";
import { RECALL_SENT } from "../migrations/recallSent.ts";
import { SENT } from "../migrations/sent.ts";

/** A text is done as a whole or not at all; a function must bear being done twice. */
type Migration = string | ((line: Line, address: Address) => Promise<void>);

export const MIGRATIONS: readonly Migration[] = [
  `
create table {s}.places (
  root text not null check (root in ('home', 'project', 'state')),
  path text not null check (path <> ''),
  folder text not null,
  kind text not null check (kind in ('document', 'log')),
  bytes bytea,
  version text,
  lines bigint not null default 0,
  modified timestamptz not null default clock_timestamp(),
  changed_by text not null default current_user,
  primary key (root, path),
  check ((kind = 'document') = (bytes is not null and version is not null))
);
create index places_by_folder on {s}.places (root, folder);

create table {s}.lines (
  root text not null,
  path text not null,
  n bigint not null,
  line text not null,
  primary key (root, path, n),
  foreign key (root, path) references {s}.places (root, path) on delete cascade
);

create table {s}.writes (
  token uuid primary key,
  outcome jsonb,
  at timestamptz not null default clock_timestamp()
);
create index writes_by_age on {s}.writes (at);

create function {s}.fence(holder text) returns void language plpgsql as $$
begin
  if holder is not null and current_setting('codicil.holder', true) is distinct from holder then
    raise exception 'the connection that held the lock is gone' using errcode = 'CL001';
  end if;
end $$;

create function {s}.tell(r text, p text, v text) returns void language plpgsql as $$
declare note text := json_build_object('root', r, 'path', p, 'version', v, 'by', current_setting('application_name'))::text;
begin
  -- A notice holds at most 8000 bytes; without a path it means "look at everything".
  perform pg_notify('{s}', case when octet_length(note) < 7900 then note else '{}' end);
end $$;

-- The version of a place, its row locked against others until this write is done; null when nothing is there.
create function {s}.hold(r text, p text) returns text language plpgsql as $$
declare found_kind text; found_version text;
begin
  select kind, version into found_kind, found_version from {s}.places where root = r and path = p for update;
  if found_kind = 'log' then
    select encode(sha256(convert_to(coalesce(string_agg(line || E'\\n', '' order by n), ''), 'UTF8')), 'hex')
      into found_version from {s}.lines where root = r and path = p;
  end if;
  return found_version;
end $$;

-- Makes a place a document with these bytes (null: removes it) if it still has the version expected. Answers null, or
-- what stands there instead.
create function {s}.put(r text, p text, expect text, content bytea, v text) returns jsonb language plpgsql as $$
declare actual text := {s}.hold(r, p);
begin
  if actual is distinct from expect then return jsonb_build_object('kind', 'stale', 'version', actual); end if;
  if content is null then
    delete from {s}.places where root = r and path = p;
  elsif actual is null then
    insert into {s}.places (root, path, folder, kind, bytes, version)
      values (r, p, case when position('/' in p) = 0 then '' else regexp_replace(p, '/[^/]*$', '') end, 'document', content, v)
      on conflict do nothing;
    if not found then return jsonb_build_object('kind', 'stale', 'version', {s}.hold(r, p)); end if;
  else
    delete from {s}.lines where root = r and path = p;
    update {s}.places set kind = 'document', bytes = content, version = v, lines = 0, modified = clock_timestamp(), changed_by = current_user
      where root = r and path = p;
  end if;
  return null;
end $$;

create function {s}.extend(r text, p text, added json) returns void language plpgsql as $$
declare held {s}.places;
begin
  insert into {s}.places (root, path, folder, kind)
    values (r, p, case when position('/' in p) = 0 then '' else regexp_replace(p, '/[^/]*$', '') end, 'log')
    on conflict do nothing;
  select * into held from {s}.places where root = r and path = p for update;
  if held.kind = 'document' then
    -- Written as a whole before (by an import, say), and a log from now on.
    insert into {s}.lines (root, path, n, line)
      select r, p, n, line from regexp_split_to_table(regexp_replace(convert_from(held.bytes, 'UTF8'), E'\\n$', ''), E'\\n') with ordinality as each (line, n)
      where octet_length(held.bytes) > 0;
    get diagnostics held.lines = row_count;
  end if;
  insert into {s}.lines (root, path, n, line)
    select r, p, held.lines + n, line from json_array_elements_text(added) with ordinality as each (line, n);
  update {s}.places set kind = 'log', bytes = null, version = null, lines = held.lines + json_array_length(added), modified = clock_timestamp(), changed_by = current_user
    where root = r and path = p;
end $$;

create function {s}.keep(t uuid, result jsonb) returns jsonb language plpgsql as $$
begin
  insert into {s}.writes (token, outcome) values (t, result);
  if random() < 0.001 then delete from {s}.writes where at < clock_timestamp() - interval '1 day'; end if;
  return result;
end $$;

create function {s}.write(t uuid, holder text, r text, p text, expect text, content bytea, v text) returns jsonb language plpgsql as $$
declare refused jsonb;
begin
  perform {s}.fence(holder);
  refused := {s}.put(r, p, expect, content, v);
  if refused is not null then return refused; end if;
  perform {s}.tell(r, p, v);
  return {s}.keep(t, jsonb_build_object('kind', 'written', 'version', v));
end $$;

create function {s}.append(t uuid, holder text, r text, p text, added json) returns jsonb language plpgsql as $$
begin
  perform {s}.fence(holder);
  perform {s}.extend(r, p, added);
  if p like 'decisions/%' then perform {s}.tell(r, p, null); end if;
  return {s}.keep(t, jsonb_build_object('kind', 'written'));
end $$;

create function {s}.rewrite(t uuid, holder text, r text, p text, whole json) returns jsonb language plpgsql as $$
begin
  perform {s}.fence(holder);
  perform {s}.hold(r, p);
  delete from {s}.lines where root = r and path = p;
  update {s}.places set kind = 'log', bytes = null, version = null, lines = 0 where root = r and path = p;
  perform {s}.extend(r, p, whole);
  return {s}.keep(t, jsonb_build_object('kind', 'written'));
end $$;

create function {s}.commit(t uuid, holder text, r text, p text, expect text, content bytea, v text, log_root text, log_path text, added json) returns jsonb language plpgsql as $$
declare refused jsonb;
begin
  perform {s}.fence(holder);
  refused := {s}.put(r, p, expect, content, v);
  if refused is not null then return refused; end if;
  perform {s}.extend(log_root, log_path, added);
  perform {s}.tell(r, p, v);
  return {s}.keep(t, jsonb_build_object('kind', 'committed', 'version', v));
end $$;

-- What became of a write whose answer was lost. Taking its token makes sure that it cannot happen later.
create function {s}.outcome_of(t uuid) returns jsonb language plpgsql as $$
declare found_outcome jsonb;
begin
  insert into {s}.writes (token, outcome) values (t, null) on conflict do nothing;
  select outcome into found_outcome from {s}.writes where token = t;
  return found_outcome;
end $$;
`,
  // 2: who may do what. A login is made a member of one of three roles; the owner of the schema is above them.
  `
do $$ declare each text; begin
  foreach each in array array['{s}_reader', '{s}_contributor', '{s}_maintainer'] loop
    if not exists (select from pg_roles where rolname = each) then execute format('create role %I nologin', each); end if;
  end loop;
end $$;
grant {s}_reader to {s}_contributor;
grant {s}_contributor to {s}_maintainer;

-- Documents (and their ledgers) that one person keeps: nobody else sees them, whatever their role.
create table {s}.kept (
  root text not null,
  path text not null,
  login text not null,
  primary key (root, path)
);

-- A delta that a login without the right to accept has touched: what stands in it waits for a word, until it is gone.
alter table {s}.places add column proposed boolean not null default false;

create function {s}.is_maintainer() returns boolean language sql stable security definer set search_path = pg_catalog as $$
  select pg_has_role(session_user, '{s}_maintainer', 'member') or session_user = (select nspowner::regrole::text from pg_namespace where nspname = '{s}')
$$;

create function {s}.keeper(r text, p text) returns text language sql stable security definer set search_path = pg_catalog as $$
  select login from {s}.kept where root = r and path = case
    when r = 'home' and p like 'last-word/%.yaml' then replace(regexp_replace(substr(p, 11), '[.]yaml$', ''), '--', '/')
    else p end
$$;

create function {s}.may_see(r text, p text, writer text) returns boolean language sql stable security definer set search_path = pg_catalog as $$
  select case
    when {s}.keeper(r, p) is not null then pg_has_role(session_user, {s}.keeper(r, p), 'member')
    -- Staging shows what somebody could not agree on: to those who may decide, and to whom it belongs.
    when r = 'home' and p like 'last-word/staging/%' then {s}.is_maintainer() or writer = session_user
    else true end
$$;

create function {s}.sign() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  new.changed_by := session_user;
  new.proposed := not {s}.is_maintainer() or (tg_op = 'UPDATE' and old.proposed);
  return new;
end $$;
create trigger sign before insert or update on {s}.places for each row execute function {s}.sign();

-- keep_for('USER.md', 'ada'): only ada sees it from now on. keep_for('USER.md', null): everybody again.
create function {s}.keep_for(p text, who text) returns void language plpgsql security definer set search_path = pg_catalog as $$
declare place record;
begin
  if not {s}.is_maintainer() or not {s}.may_see('home', p, '') then raise exception 'only a maintainer who sees it may say who keeps %', p using errcode = '42501'; end if;
  if who is not null and not exists (select from pg_roles where rolname = who) then raise exception 'there is no login %', who using errcode = '28000'; end if;
  for place in
    select 'home' as root, p as path
    union all select l.root, l.path from {s}.lines l where l.root = 'state' and l.path like 'ledger/%' and l.n = 1 and l.line::json ->> 'root' = 'home' and l.line::json ->> 'path' = p
  loop
    delete from {s}.kept k where k.root = place.root and k.path = place.path;
    if who is not null then insert into {s}.kept values (place.root, place.path, who); end if;
  end loop;
end $$;

-- A ledger is kept by whoever keeps its document, from its first line on.
create function {s}.keep_beside(log_root text, log_path text, r text, p text) returns void language sql security definer set search_path = pg_catalog as $$
  insert into {s}.kept select log_root, log_path, login from {s}.kept where root = r and path = p on conflict do nothing
$$;

create or replace function {s}.hold(r text, p text) returns text language plpgsql as $$
declare found_kind text; found_version text;
begin
  select kind, version into found_kind, found_version from {s}.places where root = r and path = p for update;
  if not found and exists (select from {s}.places where root = r and path = p) then
    raise exception 'this login may read %, and may not change it', p using errcode = '42501';
  end if;
  if found_kind = 'log' then
    select encode(sha256(convert_to(coalesce(string_agg(line || E'\\n', '' order by n), ''), 'UTF8')), 'hex')
      into found_version from {s}.lines where root = r and path = p;
  end if;
  return found_version;
end $$;

create or replace function {s}.tell(r text, p text, v text) returns void language plpgsql as $$
declare note text := json_build_object('root', r, 'path', p, 'version', v, 'by', current_setting('application_name'))::text;
begin
  -- A notice holds at most 8000 bytes and is heard by everybody; without a path it means "look at everything".
  perform pg_notify('{s}', case when octet_length(note) < 7900 and {s}.keeper(r, p) is null then note else '{}' end);
end $$;

create or replace function {s}.commit(t uuid, holder text, r text, p text, expect text, content bytea, v text, log_root text, log_path text, added json) returns jsonb language plpgsql as $$
declare refused jsonb;
begin
  perform {s}.fence(holder);
  refused := {s}.put(r, p, expect, content, v);
  if refused is not null then return refused; end if;
  perform {s}.keep_beside(log_root, log_path, r, p);
  perform {s}.extend(log_root, log_path, added);
  perform {s}.tell(r, p, v);
  return {s}.keep(t, jsonb_build_object('kind', 'committed', 'version', v));
end $$;

alter table {s}.places enable row level security;
alter table {s}.lines enable row level security;
alter table {s}.writes enable row level security;

create policy see on {s}.places for select to {s}_reader using ({s}.may_see(root, path, changed_by));
create policy propose_new on {s}.places for insert to {s}_contributor with check (root = 'home' and path like 'last-word/%.yaml' and {s}.may_see(root, path, changed_by));
create policy propose on {s}.places for update to {s}_contributor using (root = 'home' and path like 'last-word/%.yaml' and {s}.may_see(root, path, changed_by)) with check (root = 'home' and path like 'last-word/%.yaml');
create policy withdraw on {s}.places for delete to {s}_contributor using (root = 'home' and path like 'last-word/%.yaml' and proposed and changed_by = session_user);
create policy maintain on {s}.places for all to {s}_maintainer using ({s}.may_see(root, path, changed_by)) with check ({s}.may_see(root, path, changed_by));
create policy see on {s}.lines for select to {s}_reader using (exists (select from {s}.places p where p.root = lines.root and p.path = lines.path));
create policy maintain on {s}.lines for all to {s}_maintainer using (exists (select from {s}.places p where p.root = lines.root and p.path = lines.path));
create policy account on {s}.writes for all to {s}_contributor using (true) with check (true);

grant usage on schema {s} to {s}_reader;
grant select on {s}.migrations, {s}.places, {s}.lines to {s}_reader;
grant insert, update, delete on {s}.places to {s}_contributor;
-- A plain write also clears the lines of a place that was a log; a contributor has none it could clear.
grant delete on {s}.lines to {s}_contributor;
grant select, insert, delete on {s}.writes to {s}_contributor;
grant insert, update, delete on {s}.lines to {s}_maintainer;
`,
  ENTRIES,
  RECALL,
  SENT,
  AUDIENCE,
  makeJobs,
  RECALL_SENT,
  `${GUARDED}${RIGHTS}`,
];

export const NEWEST = MIGRATIONS.length;
