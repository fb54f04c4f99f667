-- The functions of 0.1.0 that later steps leave as they are.
--
-- {as_owner}: a function that runs with the owner's rights looks names up in pg_catalog first and in pg_temp last. Left out,
-- pg_temp is looked at first, and anybody could lay a table `pg_namespace` of their own in the way, or a type `text` whose
-- check runs with the owner's rights.

create function {s}.fence(holder text) returns void language plpgsql as $$
begin
  if holder is not null and current_setting('codicil.holder', true) is distinct from holder then
    raise exception 'the connection that held the lock is gone' using errcode = 'CL001';
  end if;
end $$;

-- The caller's own token, drawn at the first question.
create function {s}.mine() returns text language plpgsql {as_owner} as $$
declare found_token text;
begin
  select token into found_token from {s}.persons where login = session_user;
  if found_token is null then
    insert into {s}.persons (login) values (session_user) on conflict do nothing;
    select token into found_token from {s}.persons where login = session_user;
  end if;
  return found_token;
end $$;

create function {s}.is_own(p text) returns boolean language sql stable {as_owner} as $$
  select coalesce(starts_with(p, 'me/' || (select token from {s}.persons where login = session_user) || '/'), false)
$$;

create function {s}.is_maintainer() returns boolean language sql stable {as_owner} as $$
  select pg_has_role(session_user, '{s}_maintainer', 'member')
    or session_user = (select pg_get_userbyid(nspowner) from pg_catalog.pg_namespace where nspname = '{s}')
$$;

-- Also of the second pending file that is begun where the first cannot be read (DIARY.md-20261115-143022-1a2b.yaml).
create function {s}.keeper(r text, p text) returns text language sql stable {as_owner} as $$
  select login from {s}.kept where root = r and path = case
    when r = 'home' and p like 'last-word/%.yaml' and p not like 'last-word/staging/%' then
      replace(regexp_replace(substr(p, 11), '(-[0-9]{8}-[0-9]{6}-[0-9a-f]{4})?[.]yaml$', ''), '--', '/')
    else p end
$$;

create function {s}.may_see(r text, p text, writer text) returns boolean language sql stable {as_owner} as $$
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


{sign.sql}
create trigger sign before insert or update on {s}.places for each row execute function {s}.sign();
create function {s}.keep_for(p text, who text) returns void language plpgsql {as_owner} as $$
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
create function {s}.keep_beside(log_root text, log_path text, r text, p text) returns void language sql {as_owner} as $$
  insert into {s}.kept select log_root, log_path, k.login from {s}.kept k
    where k.root = r and k.path = p and log_root = 'state' and log_path like 'ledger/%' and {s}.is_maintainer() and {s}.may_see(r, p, '')
      and not exists (select from {s}.places there where there.root = log_root and there.path = log_path)
    on conflict do nothing
$$;

-- What is staged for a kept document is kept with it.
create function {s}.keep_staged() returns trigger language plpgsql {as_owner} as $$
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
create function {s}.tell(r text, p text, v text) returns void language plpgsql {as_owner} as $$
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
