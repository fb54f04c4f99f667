-- Logs that machines send: the events of sessions, and the gate's verdicts. Each is written on one machine and only copied
-- here, in order. It belongs to the login that sent it: row security shows a session to nobody else, whatever their role,
-- and verdicts also to maintainers. Nobody writes these tables directly; the functions do, for the login that calls them.
--
-- A part is appended only where the log still is at the mark that its sender saw (count, and the hash of what the
-- sender has up to there). So a part whose answer was lost needs no token: sending it again finds that it is there.

create table {s}.sent (
  id bigint generated always as identity primary key,
  login text not null,
  device text not null,
  machine text not null,
  kind text not null check (kind in ('session', 'verdicts')),
  name text not null check (name <> ''),
  count bigint not null default 0,
  -- Over the lines as they stand here; whoever copies them compares.
  chain bytea not null default '',
  -- Over the bytes as its machine has them, and how many they are; only the sender compares.
  origin text not null default '',
  bytes bigint not null default 0,
  about jsonb,
  -- forget took something out here, and its machine has not yet said that it did the same.
  is_amended boolean not null default false,
  at timestamptz not null default clock_timestamp(),
  unique (login, kind, device, name)
);

create table {s}.events (
  log bigint not null,
  n bigint not null,
  login text not null,
  kind text not null,
  line text not null,
  primary key (log, n)
);

alter table {s}.sent enable row level security;
alter table {s}.sent force row level security;
alter table {s}.events enable row level security;
alter table {s}.events force row level security;

create function {s}.mark_of(held {s}.sent) returns jsonb language sql immutable set search_path = pg_catalog as $$
  select jsonb_build_object('count', held.count, 'origin', held.origin, 'bytes', held.bytes, 'chain', encode(held.chain, 'hex'))
$$;

create function {s}.send(d text, m text, k text, log_name text, seen jsonb, added json, now_at jsonb, said jsonb)
returns jsonb language plpgsql {as_owner} as $$
declare held {s}.sent; each text;
begin
  insert into {s}.sent (login, device, machine, kind, name) values (session_user, d, m, k, log_name) on conflict do nothing;
  select * into held from {s}.sent where login = session_user and kind = k and device = d and name = log_name for update;
  if held.count <> (seen ->> 'count')::bigint or held.origin <> seen ->> 'origin' then
    return {s}.mark_of(held) || '{"kind": "stale"}';
  end if;
  for each in select * from json_array_elements_text(added) loop
    held.count := held.count + 1;
    held.chain := sha256(held.chain || convert_to(each, 'UTF8'));
    insert into {s}.events (log, n, login, kind, line) values (held.id, held.count, session_user, k, each);
  end loop;
  update {s}.sent set machine = m, count = held.count, chain = held.chain, origin = now_at ->> 'origin',
    bytes = (now_at ->> 'bytes')::bigint, about = coalesce(said, about), at = clock_timestamp()
    where id = held.id returning * into held;
  return {s}.mark_of(held) || '{"kind": "sent"}';
end $$;

-- forget: lines of one's own log, by number, say something else from now on.
create function {s}.amend(log_id bigint, lines json, said jsonb) returns jsonb language plpgsql {as_owner} as $$
declare held {s}.sent; each text;
begin
  select * into held from {s}.sent where id = log_id and login = session_user for update;
  if not found then return '{"kind": "stale"}'; end if;
  update {s}.events e set line = c.value ->> 1 from json_array_elements(lines) as c where e.log = log_id and e.n = (c.value ->> 0)::bigint;
  held.chain := '';
  for each in select line from {s}.events where log = log_id order by n loop
    held.chain := sha256(held.chain || convert_to(each, 'UTF8'));
  end loop;
  update {s}.sent set chain = held.chain, about = coalesce(said, about), is_amended = true, at = clock_timestamp()
    where id = log_id returning * into held;
  return {s}.mark_of(held) || '{"kind": "sent"}';
end $$;

-- forget rewrote the log on its machine: what is here is its beginning all the same.
create function {s}.remark(log_id bigint, seen jsonb, now_at jsonb) returns jsonb language plpgsql {as_owner} as $$
declare held {s}.sent;
begin
  update {s}.sent set origin = now_at ->> 'origin', bytes = (now_at ->> 'bytes')::bigint, is_amended = false
    where id = log_id and login = session_user and count = (seen ->> 'count')::bigint and origin = seen ->> 'origin' returning * into held;
  if not found then return '{"kind": "stale"}'; end if;
  return {s}.mark_of(held) || '{"kind": "sent"}';
end $$;

-- withdraw('session'): everything of that kind that this login ever sent leaves the database. withdraw('session', 'ID'): one.
create function {s}.withdraw(k text, log_name text default null) returns bigint language plpgsql {as_owner} as $$
declare gone bigint;
begin
  delete from {s}.events e using {s}.sent t
    where e.log = t.id and t.login = session_user and t.kind = k and (log_name is null or t.name = log_name);
  get diagnostics gone = row_count;
  delete from {s}.sent t where t.login = session_user and t.kind = k and (log_name is null or t.name = log_name);
  return gone;
end $$;
