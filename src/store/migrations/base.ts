// The tables of a mind and the functions of 0.1.0 that later steps leave as they are. A write is one statement that calls one
// function, so it happens as a whole or not at all whatever becomes of the connection, and costs one round trip.
//
// `writes` remembers the token of every write of the last day. A caller that lost its connection takes the token itself: if
// the write had happened, its outcome is there; if not, it never can any more, because its token is taken. So a lost
// answer is never a guess.
//
// A write made under a lock names its holder. `fence` refuses it on any connection but the one that took the lock: a
// connection that dies gives its locks to others, and must not write after that.
//
// A person's own rows are below `me/TOKEN/`, whatever their root. The token is drawn once per login and told to nobody
// else: so a path of somebody's own can be neither read nor guessed, and its lock and its channel cannot either.

/**
 * For functions that run with the owner's rights: names are looked up in pg_catalog first and in pg_temp last. Left out, pg_temp
 * is looked at first, and anybody could lay a table `pg_namespace` of their own in the way, or a type `text` whose check
 * runs with the owner's rights.
 */
export const AS_OWNER = "security definer set search_path = pg_catalog, pg_temp";

/** A login is made a member of one of three roles; the owner of the schema is above them. */
export const ROLES = `
do $$ declare each text; begin
  foreach each in array array['{s}_reader', '{s}_contributor', '{s}_maintainer'] loop
    if not exists (select from pg_roles where rolname = each) then execute format('create role %I nologin', each); end if;
  end loop;
end $$;
grant {s}_reader to {s}_contributor;
grant {s}_contributor to {s}_maintainer;
`;

export const TABLES = `
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
  -- A delta that a login without the right to accept has touched: what is in it needs approval, until it is gone.
  proposed boolean not null default false,
  primary key (root, path),
  check ((kind = 'document') = (bytes is not null and version is not null))
);
create index places_by_folder on {s}.places (root, folder);
alter table {s}.places enable row level security;

-- \`entry\` is which entry a line of a ledger tells of: whether one was applied is asked before every write, and must not
-- cost more the longer the history is. The pattern is that of store/port/entryLines.ts.
create table {s}.lines (
  root text not null,
  path text not null,
  n bigint not null,
  line text not null,
  entry text generated always as
    (substring(line from '^\\{"v":1,"id":"[^"]*","kind":"(?:entry|considered)","at":"[^"]*","by":"[a-z]+","entry":"([^"]*)"')) stored,
  primary key (root, path, n),
  foreign key (root, path) references {s}.places (root, path) on delete cascade
);
create index lines_by_entry on {s}.lines (root, path, entry) where entry is not null;
alter table {s}.lines enable row level security;

-- It tells hashes of what was written, and a missing line makes a write happen twice: each login has its own.
create table {s}.writes (
  token uuid primary key,
  outcome jsonb,
  at timestamptz not null default clock_timestamp(),
  login text not null default session_user
);
create index writes_by_age on {s}.writes (at);
alter table {s}.writes enable row level security;

-- Documents (and their ledgers) that one person keeps: nobody else sees them, whatever their role.
create table {s}.kept (
  root text not null,
  path text not null,
  login text not null,
  primary key (root, path)
);

create table {s}.persons (
  login text primary key,
  token text not null unique default replace(gen_random_uuid()::text, '-', '')
);
`;

/** Control and direction characters, as an expression of PostgreSQL's. */
const UNSEEN = String.raw`[\u0001-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]`;

/** What a login without the right to accept may have pending: bytes of one delta, number of deltas, bytes of all. */
export const PROPOSED = { bytes: 256 * 1024, count: 100, all: 1024 * 1024 } as const;
/** Raised where a login is above these limits. */
export const ABOVE_LIMIT = "CL002";

/** Who wrote, in which folder, and whether it only proposes: said by the database and not by the writer. */
export const SIGN = `
create or replace function {s}.sign() returns trigger language plpgsql ${AS_OWNER} as $$
declare others record;
begin
  if new.path ~ '(^|/)[.]{0,2}(/|$)' or new.path ~ '${UNSEEN}' or octet_length(new.path) > 1024 then
    raise exception '% is no path below a root', to_json(new.path) using errcode = '42501';
  end if;
  new.folder := case when position('/' in new.path) = 0 then '' else regexp_replace(new.path, '/[^/]*$', '') end;
  new.changed_by := session_user;
  new.program := left(current_setting('application_name'), 100);
  new.proposed := not starts_with(new.path, 'me/') and (not {s}.is_maintainer() or (tg_op = 'UPDATE' and old.proposed));
  if new.proposed and not {s}.is_maintainer() then
    select count(*) as count, coalesce(sum(octet_length(bytes)), 0) as bytes into others
      from {s}.places p where p.proposed and p.changed_by = session_user and (p.root, p.path) <> (new.root, new.path);
    if octet_length(new.bytes) > ${PROPOSED.bytes} or others.count >= ${PROPOSED.count}
      or others.bytes + octet_length(new.bytes) > ${PROPOSED.all} then
      raise exception 'a login that proposes may have % deltas pending, % kB each and % kB in all',
        ${PROPOSED.count}, ${PROPOSED.bytes / 1024}, ${PROPOSED.all / 1024} using errcode = '${ABOVE_LIMIT}';
    end if;
  end if;
  return new;
end $$;
`;

export const FUNCTIONS = `
create function {s}.fence(holder text) returns void language plpgsql as $$
begin
  if holder is not null and current_setting('codicil.holder', true) is distinct from holder then
    raise exception 'the connection that held the lock is gone' using errcode = 'CL001';
  end if;
end $$;

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

create function {s}.is_maintainer() returns boolean language sql stable ${AS_OWNER} as $$
  select pg_has_role(session_user, '{s}_maintainer', 'member')
    or session_user = (select pg_get_userbyid(nspowner) from pg_catalog.pg_namespace where nspname = '{s}')
$$;

-- Also of the second pending file that is begun where the first cannot be read (DIARY.md-20261115-143022-1a2b.yaml).
create function {s}.keeper(r text, p text) returns text language sql stable ${AS_OWNER} as $$
  select login from {s}.kept where root = r and path = case
    when r = 'home' and p like 'last-word/%.yaml' and p not like 'last-word/staging/%' then
      replace(regexp_replace(substr(p, 11), '(-[0-9]{8}-[0-9]{6}-[0-9a-f]{4})?[.]yaml$', ''), '--', '/')
    else p end
$$;

create function {s}.may_see(r text, p text, writer text) returns boolean language sql stable ${AS_OWNER} as $$
  select case
    when starts_with(p, 'me/') then {s}.is_own(p)
    -- A keeper that is no login any more keeps it from everybody, and stops nobody else's question.
    when kept.login is not null then exists (
      select from pg_catalog.pg_roles where rolname = kept.login and pg_has_role(session_user, oid, 'member'))
    -- Staging shows what somebody could not agree on: to those who may decide, and to whom it belongs.
    when r = 'home' and p like 'last-word/staging/%' then {s}.is_maintainer() or writer = session_user
    else true end
  from (select {s}.keeper(r, p) as login) as kept
$$;

${SIGN}create trigger sign before insert or update on {s}.places for each row execute function {s}.sign();
create function {s}.keep_for(p text, who text) returns void language plpgsql ${AS_OWNER} as $$
declare place record;
begin
  if not {s}.is_maintainer() or not {s}.may_see('home', p, '') then
    raise exception 'only a maintainer who sees it may say who keeps %', p using errcode = '42501';
  end if;
  if who is not null and not exists (select from pg_catalog.pg_roles where rolname = who) then
    raise exception 'there is no login %', who using errcode = '28000';
  end if;
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
create function {s}.keep_beside(log_root text, log_path text, r text, p text) returns void language sql ${AS_OWNER} as $$
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
create function {s}.tell(r text, p text, v text) returns void language plpgsql ${AS_OWNER} as $$
declare
  own boolean := starts_with(p, 'me/');
  shown text := case when own then regexp_replace(p, '^me/[^/]*/', '') else p end;
  note text := json_build_object('root', r, 'path', shown, 'version', v, 'by', current_setting('application_name'))::text;
begin
  -- A notice holds at most 8000 bytes; without a path it means "look at everything".
  perform pg_notify(case when own then 'codicil_' || split_part(p, '/', 2) else '{s}' end,
    case when octet_length(note) < 7900 and (own or {s}.keeper(r, p) is null) then note else '{}' end);
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

create function {s}.commit(t uuid, holder text, r text, p text, expect text, content bytea, v text, log_root text, log_path text,
  added json) returns jsonb language plpgsql as $$
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

-- What became of a write whose answer was lost. Taking its token makes sure that it cannot happen later.
create function {s}.outcome_of(t uuid) returns jsonb language plpgsql as $$
declare found_outcome jsonb;
begin
  insert into {s}.writes (token, outcome) values (t, null) on conflict do nothing;
  select outcome into found_outcome from {s}.writes where token = t;
  return found_outcome;
end $$;
`;
