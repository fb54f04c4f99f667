-- Logs can only be extended, and who did it is said by the database. No role may insert, change or delete a line: the
-- functions below do, with the owner's rights, for logins that may write the log. Each line is signed (login, program, time)
-- and linked by a hash to the line before it; the place keeps the newest link. Whoever rewrites a log by its function
-- (forget does) leaves a mark. Whoever writes the tables directly, above row security, breaks a link: doctor names it.
--
-- What a row says of itself is checked: a version is the hash of its bytes, paths hold nothing that a terminal would obey,
-- and a login that may only propose has a limit.

set local statement_timeout = 0;

alter table {s}.lines add column login text, add column program text, add column at timestamptz, add column link bytea;
alter table {s}.places add column program text, add column link bytea;

-- Where a log was rewritten, shortened or removed by its function: what it was before, and who did it.
create table {s}.marks (
  id bigint generated always as identity primary key,
  root text not null,
  path text not null,
  what text not null check (what in ('rewritten', 'removed')),
  count bigint not null,
  link bytea,
  login text not null default session_user,
  program text not null default current_setting('application_name'),
  at timestamptz not null default clock_timestamp()
);
create index marks_by_place on {s}.marks (root, path);
alter table {s}.marks enable row level security;

create function {s}.link(before bytea, line text, login text, program text, at timestamptz)
returns bytea language sql stable set search_path = pg_catalog, pg_temp as $$
  select sha256(coalesce(before, '') || convert_to(
    concat_ws(E'\n', line, coalesce(login, ''), coalesce(program, ''), coalesce(extract(epoch from at)::text, '')), 'UTF8'))
$$;

-- Lines from before nobody signed; they are linked as they are.
do $$ declare each record; head bytea; place text := ''; begin
  for each in select root, path, n, line from {s}.lines order by root, path, n loop
    if place <> each.root || '/' || each.path then
      head := null;
      place := each.root || '/' || each.path;
    end if;
    head := {s}.link(head, each.line, null, null, null);
    update {s}.lines set link = head where root = each.root and path = each.path and n = each.n;
  end loop;
end $$;

alter table {s}.places disable trigger sign;
update {s}.places p set link = l.link from {s}.lines l where l.root = p.root and l.path = p.path and l.n = p.lines and p.kind = 'log';
update {s}.places set version = encode(sha256(bytes), 'hex') where kind = 'document' and version <> encode(sha256(bytes), 'hex');
alter table {s}.places enable trigger sign;

alter table {s}.places add constraint version_is_hash check (kind <> 'document' or version = encode(sha256(bytes), 'hex'));
-- Rows from before may be longer; nobody can write such a one any more.
alter table {s}.places add constraint size_is_bounded check (bytes is null or octet_length(bytes) <= 67108864) not valid;


{sign.sql}

create function {s}.may_extend(r text, p text) returns boolean language sql stable {as_owner} as $$
  select {s}.is_own(p) or ({s}.is_maintainer() and {s}.may_see(r, p, ''))
$$;

create function {s}.need_extend(r text, p text) returns void language plpgsql {as_owner} as $$
begin
  if not {s}.may_extend(r, p) then raise exception 'this login may not write %', p using errcode = '42501'; end if;
end $$;

create or replace function {s}.extend(r text, p text, added json) returns void language plpgsql {as_owner} as $$
declare
  held {s}.places; each text; who text := session_user;
  what text := left(current_setting('application_name'), 100); now_at timestamptz := clock_timestamp();
begin
  perform {s}.need_extend(r, p);
  insert into {s}.places (root, path, folder, kind) values (r, p, '', 'log') on conflict do nothing;
  select * into held from {s}.places where root = r and path = p for update;
  for each in
    -- Written as a whole before (by an import, say), and a log from now on.
    select line from (
      select 1 as part, n, line from regexp_split_to_table(
          regexp_replace(convert_from(coalesce(held.bytes, ''), 'UTF8'), E'\n$', ''), E'\n') with ordinality as had (line, n)
        where octet_length(held.bytes) > 0
      union all select 2, n, line from json_array_elements_text(added) with ordinality as new (line, n)
    ) as every order by part, n
  loop
    held.lines := held.lines + 1;
    held.link := {s}.link(held.link, each, who, what, now_at);
    insert into {s}.lines (root, path, n, line, login, program, at, link) values (r, p, held.lines, each, who, what, now_at, held.link);
  end loop;
  update {s}.places set kind = 'log', bytes = null, version = null, lines = held.lines, link = held.link, modified = now_at
    where root = r and path = p;
end $$;

create function {s}.mark(r text, p text, did text) returns void language sql {as_owner} as $$
  insert into {s}.marks (root, path, what, count, link) select root, path, did, lines, link from {s}.places
    where root = r and path = p and kind = 'log' and lines > 0
$$;
revoke execute on function {s}.mark(text, text, text) from public;

-- The lines of a log become these. A line that was there, by its id, stays signed by who wrote it.
create function {s}.replace_lines(r text, p text, whole json) returns void language plpgsql {as_owner} as $$
declare
  held {s}.places; signed jsonb; each record; sign jsonb; who text := session_user;
  what text := left(current_setting('application_name'), 100); now_at timestamptz := clock_timestamp();
begin
  perform {s}.need_extend(r, p);
  insert into {s}.places (root, path, folder, kind) values (r, p, '', 'log') on conflict do nothing;
  select * into held from {s}.places where root = r and path = p for update;
  perform {s}.mark(r, p, 'rewritten');
  select coalesce(jsonb_object_agg({s}.id_of(line), jsonb_build_array(login, program, at)), '{}') into signed from {s}.lines
    where root = r and path = p;
  delete from {s}.lines where root = r and path = p;
  held.link := null;
  for each in select n, line from json_array_elements_text(whole) with ordinality as new (line, n) order by n loop
    sign := coalesce(signed -> {s}.id_of(each.line), jsonb_build_array(who, what, now_at));
    held.link := {s}.link(held.link, each.line, sign ->> 0, sign ->> 1, (sign ->> 2)::timestamptz);
    insert into {s}.lines (root, path, n, line, login, program, at, link)
      values (r, p, each.n, each.line, sign ->> 0, sign ->> 1, (sign ->> 2)::timestamptz, held.link);
  end loop;
  update {s}.places set kind = 'log', bytes = null, version = null, lines = json_array_length(whole), link = held.link, modified = now_at
    where root = r and path = p;
end $$;

-- By what a line is known again after forget took a text out of it: its id, or itself.
create function {s}.id_of(line text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(substring(line from '^\{"v":1,"id":"([^"]*)"'), encode(sha256(convert_to(line, 'UTF8')), 'hex'))
$$;

-- A log becomes a document with these bytes, or is gone (null).
create function {s}.end_log(r text, p text, content bytea, v text) returns void language plpgsql {as_owner} as $$
begin
  perform {s}.need_extend(r, p);
  perform {s}.mark(r, p, 'removed');
  if content is null then
    delete from {s}.places where root = r and path = p;
  else
    delete from {s}.lines where root = r and path = p;
    update {s}.places set kind = 'document', bytes = content, version = v, lines = 0, link = null, modified = clock_timestamp()
      where root = r and path = p;
  end if;
end $$;

create function {s}.hold_log(r text, p text) returns text language plpgsql {as_owner} as $$
begin
  perform {s}.need_extend(r, p);
  perform from {s}.places where root = r and path = p for update;
  return (select encode(sha256(convert_to(coalesce(string_agg(line || E'\n', '' order by n), ''), 'UTF8')), 'hex')
    from {s}.lines where root = r and path = p);
end $$;

create or replace function {s}.hold(r text, p text) returns text language plpgsql as $$
declare found_version text;
begin
  if exists (select from {s}.places where root = r and path = p and kind = 'log') then return {s}.hold_log(r, p); end if;
  select version into found_version from {s}.places where root = r and path = p for update;
  if not found and exists (select from {s}.places where root = r and path = p) then
    raise exception 'this login may read %, and may not change it', p using errcode = '42501';
  end if;
  return found_version;
end $$;

create or replace function {s}.put(r text, p text, expect text, content bytea, v text) returns jsonb language plpgsql as $$
declare actual text := {s}.hold(r, p);
begin
  if actual is distinct from expect then return jsonb_build_object('kind', 'stale', 'version', actual); end if;
  if exists (select from {s}.places where root = r and path = p and kind = 'log') then
    perform {s}.end_log(r, p, content, v);
  elsif content is null then
    delete from {s}.places where root = r and path = p;
  elsif actual is null then
    insert into {s}.places (root, path, folder, kind, bytes, version) values (r, p, '', 'document', content, v) on conflict do nothing;
    if not found then return jsonb_build_object('kind', 'stale', 'version', {s}.hold(r, p)); end if;
  else
    update {s}.places set bytes = content, version = v, modified = clock_timestamp() where root = r and path = p;
  end if;
  return null;
end $$;

create or replace function {s}.rewrite(t uuid, holder text, r text, p text, whole json) returns jsonb language plpgsql as $$
begin
  perform {s}.fence(holder);
  perform {s}.replace_lines(r, p, whole);
  return {s}.keep(t, jsonb_build_object('kind', 'written'));
end $$;

-- Lines that are not what was entered, as far as the caller sees them: changed, gone, or gone from the end.
create function {s}.broken_links() returns table (root text, path text, n bigint, what text, login text) language sql stable as $$
  select l.root, l.path, l.n, case when l.n <> l.n_before + 1 then 'gone' else 'changed' end, l.login from (
    select each.*, lag(each.n, 1, 0::bigint) over ledger as n_before, lag(each.link) over ledger as link_before
    from {s}.lines each window ledger as (partition by each.root, each.path order by each.n)
  ) l where l.n <> l.n_before + 1 or l.link is distinct from {s}.link(l.link_before, l.line, l.login, l.program, l.at)
  union all
  select p.root, p.path, p.lines, 'ends early', p.changed_by from {s}.places p
    left join lateral (
      select z.n, z.link from {s}.lines z where z.root = p.root and z.path = p.path order by z.n desc limit 1
    ) newest on true
    where p.kind = 'log' and (coalesce(newest.n, 0) <> p.lines or newest.link is distinct from p.link)
$$;
