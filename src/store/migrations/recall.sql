-- The index of recall. Rows are packed by recall and opaque here.
--
-- A segment is what was written together, and later what was gathered from several: for each term one row of bytes. A
-- document has a number for each content; a new content is a new number in another segment, and what is left of the old
-- one means nothing to anybody, because no document has that number. A segment without documents is dropped.
--
-- Row security goes by the audience that every row carries: '' is everybody who may read the mind, else one login or role.
-- When somebody begins or ceases to keep a document, everything that all may see is dropped: parts of an old content could
-- be anywhere in it.

create sequence {s}.recall_numbers as integer;
create table {s}.recall_state (one boolean primary key default true check (one), version bigint not null default 0);
insert into {s}.recall_state default values;

create table {s}.recall_segments (
  segment bigint generated always as identity primary key,
  audience text not null,
  units integer not null,
  is_whole boolean not null default false,
  begun timestamptz not null default clock_timestamp(),
  unique (segment, audience)
);

create table {s}.recall_documents (
  number integer primary key default nextval('{s}.recall_numbers'),
  id text not null,
  key text not null,
  session text,
  audience text not null,
  segment bigint not null,
  units integer not null,
  facts bytea not null,
  is_whole boolean not null default false,
  unique (number, audience),
  foreign key (segment, audience) references {s}.recall_segments (segment, audience) on delete cascade
);
create unique index recall_documents_by_id on {s}.recall_documents (id, audience) where is_whole;
create index recall_documents_by_segment on {s}.recall_documents (segment);

create table {s}.recall_entries (
  segment bigint not null,
  term text collate "C" not null,
  audience text not null,
  entries bytea not null,
  primary key (segment, term),
  foreign key (segment, audience) references {s}.recall_segments (segment, audience) on delete cascade
);
-- Packed as it is: trying to compress it costs time and gives nothing.
alter table {s}.recall_entries alter column entries set storage external;

create table {s}.recall_units (
  document integer not null,
  part integer not null,
  audience text not null,
  units text[] not null,
  primary key (document, part),
  foreign key (document, audience) references {s}.recall_documents (number, audience) on delete cascade
);

-- The names under which this login may see something. Asked once in a statement, and safe where a login is gone.
create function {s}.my_names() returns text[] language sql stable {as_owner} as $$
  select array_agg(rolname::text) from pg_catalog.pg_roles where pg_has_role(session_user, oid, 'member')
$$;

create function {s}.recall_audience(id text) returns text language sql stable {as_owner} as $$
  select case when id like 'home/%' and id not ilike 'home/me/%' and {s}.may_see('home', substr(id, 6), '')
    then coalesce({s}.keeper('home', substr(id, 6)), '') else session_user::text end
$$;

create function {s}.recall_changed() returns void language sql {as_owner} as $$
  update {s}.recall_state set version = version + 1
$$;

-- Who changes what is there does it alone, so that no two wait for each other in a circle.
create function {s}.recall_alone() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('{s} recall', 0))
$$;

-- A document that several may have in common; not what is one login's own, which a superuser could see as well.
create function {s}.recall_is_common(id text) returns boolean language sql immutable as $$
  select id like 'home/%' and id not ilike 'home/me/%'
$$;

-- Makes room for documents that are about to come: their segment and their numbers. null where somebody keeps one of them
-- since the caller asked who may see it; whoever begins to keep one waits for this, and this for them.
create function {s}.recall_begin(who text, added json) returns json language plpgsql as $$
declare made bigint; numbers json;
begin
  perform {s}.recall_alone();
  if exists (select from json_array_elements(added) each where {s}.recall_audience(each ->> 'id') <> who) then return null; end if;
  insert into {s}.recall_segments (audience, units)
    select who, coalesce(sum((each ->> 'units')::int), 0) from json_array_elements(added) each returning segment into made;
  with rows as (
    insert into {s}.recall_documents (id, key, session, audience, segment, units, facts)
      select each ->> 'id', each ->> 'key', each ->> 'session', who, made, (each ->> 'units')::int, decode(each ->> 'facts', 'base64')
      from json_array_elements(added) each returning number, id
  )
  select json_object_agg(id, number) into numbers from rows;
  return json_build_object('segment', made, 'numbers', numbers);
end $$;

-- The bytes of these terms in every segment. The key of the table finds them; a table that has just been filled looks so
-- unlike itself to the planner that it would rather read all of it.
create function {s}.recall_find(terms json) returns table (term text, entries bytea) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select e.term, e.entries from {s}.recall_segments s join {s}.recall_entries e on e.segment = s.segment
  where s.is_whole and e.term = any (array(select json_array_elements_text(terms)))
$$;

-- Small segments become one: each costs every query a look. Never more than a statement can do in a second or two.
create function {s}.recall_gather(who text) returns void language plpgsql as $$
declare chosen bigint[]; made bigint;
begin
  if (select count(*) from {s}.recall_segments where is_whole and units < 8000 and audience = who) < 16 then return; end if;
  select array_agg(segment) into chosen from (
    select segment, sum(units) over (order by units, segment) as so_far from {s}.recall_segments
      where is_whole and units < 8000 and audience = who
  ) small where so_far < 64000;
  insert into {s}.recall_segments (audience, units, is_whole)
    select who, sum(units), true from {s}.recall_segments where segment = any(chosen) returning segment into made;
  insert into {s}.recall_entries (segment, term, audience, entries)
    select made, term, who, string_agg(entries, ''::bytea order by segment) from {s}.recall_entries
      where segment = any(chosen) group by term order by term;
  update {s}.recall_documents set segment = made where segment = any(chosen);
  delete from {s}.recall_segments where segment = any(chosen);
end $$;

-- Everything has come: from now on it is seen, and what it replaces is not. Nothing happens where it was emptied meanwhile.
create function {s}.recall_finish(made bigint) returns void language plpgsql as $$
declare who text;
begin
  perform {s}.recall_alone();
  select audience into who from {s}.recall_segments where segment = made and not is_whole;
  if not found then return; end if;
  delete from {s}.recall_documents old using {s}.recall_documents new
    where new.segment = made and old.is_whole and old.id = new.id and old.audience = who;
  update {s}.recall_documents set is_whole = true where segment = made;
  update {s}.recall_segments set is_whole = true where segment = made;
  delete from {s}.recall_segments s where s.audience = who and s.is_whole
    and not exists (select from {s}.recall_documents d where d.segment = s.segment);
  delete from {s}.recall_segments s where s.audience = who and not s.is_whole and begun < clock_timestamp() - interval '1 hour';
  perform {s}.recall_gather(who);
  perform {s}.recall_changed();
end $$;

create function {s}.recall_remove(ids json) returns void language plpgsql as $$
begin
  perform {s}.recall_alone();
  delete from {s}.recall_documents where is_whole and id in (select json_array_elements_text(ids))
    and (audience = session_user or {s}.recall_is_common(id));
  delete from {s}.recall_segments s where s.is_whole and not exists (select from {s}.recall_documents d where d.segment = s.segment);
  perform {s}.recall_changed();
end $$;

-- Documents that stand among more of what is gone than of what is there: put again, they leave it behind.
create function {s}.recall_worn() returns table (number integer, id text, key text, session text, units integer) language sql stable as $$
  select d.number, d.id, d.key, d.session, d.units from {s}.recall_documents d where d.segment in (
    select s.segment from {s}.recall_segments s join {s}.recall_documents d on d.segment = s.segment
    where s.is_whole and (s.audience = session_user or s.audience = '' and {s}.is_maintainer())
    group by s.segment, s.units having 2 * sum(d.units) < s.units)
$$;

-- Some segments at a time, so that no statement takes long; answers how many went.
create function {s}.recall_drop() returns integer language plpgsql as $$
declare went integer;
begin
  perform {s}.recall_alone();
  delete from {s}.recall_segments where segment in (
    select segment from {s}.recall_segments s where audience = session_user
      or {s}.is_maintainer() and (audience = '' or exists (
        select from {s}.recall_documents d where d.segment = s.segment and {s}.recall_is_common(d.id)))
    order by segment limit 4);
  get diagnostics went = row_count;
  if went > 0 then perform {s}.recall_changed(); end if;
  return went;
end $$;

create function {s}.recall_kept() returns trigger language plpgsql {as_owner} as $$
begin
  perform {s}.recall_alone();
  delete from {s}.recall_segments where audience = '';
  delete from {s}.recall_documents where id = 'home/' || coalesce(new.path, old.path);
  perform {s}.recall_changed();
  return null;
end $$;
-- Only a document is indexed: what is staged for one is no reason to drop the index.
create trigger recall_kept after insert or update on {s}.kept for each row
  when (new.root = 'home' and new.path !~ '^last-word/') execute function {s}.recall_kept();
create trigger recall_unkept after delete on {s}.kept for each row
  when (old.root = 'home' and old.path !~ '^last-word/') execute function {s}.recall_kept();

-- A session that was withdrawn leaves the index as well, and with it the whole segments that it was in: words of it could be
-- anywhere in them. What else was there is indexed again by whoever asks next.
create function {s}.recall_withdrawn() returns trigger language plpgsql {as_owner} as $$
begin
  delete from {s}.recall_segments
    where segment in (select segment from {s}.recall_documents where audience = old.login and id = 'session:' || old.name);
  perform {s}.recall_changed();
  return null;
end $$;
create trigger recall_withdrawn after delete on {s}.sent for each row when (old.kind = 'session') execute function {s}.recall_withdrawn();

-- Row security of one of these tables. What a login alone sees, it may index; what everybody sees, maintainers may.
create function {s}.recall_protect(named text) returns void language plpgsql as $$
begin
  execute format($sql$
    alter table {s}.%1$I enable row level security;
    create policy see on {s}.%1$I for select to {s}_reader using (audience = '' or audience = any ((select {s}.my_names())::text[]));
    create policy own on {s}.%1$I for all to {s}_reader using (audience = session_user) with check (audience = session_user);
    create policy maintain on {s}.%1$I for all to {s}_maintainer
      using (audience = '' or audience = any ((select {s}.my_names())::text[]))
      with check (audience = '' or audience = any ((select {s}.my_names())::text[]));
    grant select, insert, update, delete on {s}.%1$I to {s}_reader;
  $sql$, named);
end $$;

-- Vectors of recall's units, where the database has the extension pgvector. It may come after the mind did, so table and
-- functions are made when they are first asked for; they name the schema that the extension was put into. Distances are
-- exact: there is no index that would leave some out.

-- Whether vectors can be kept here. Makes room for them where they can and there is none yet.
create function {s}.recall_vectors_ready() returns boolean language plpgsql {as_owner} as $$
declare place text := (select nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = 'vector');
begin
  if place is null then return false; end if;
  if to_regclass('{s}.recall_vectors') is not null then return true; end if;
  perform {s}.recall_alone();
  if to_regclass('{s}.recall_vectors') is not null then return true; end if;
  execute format($sql$
    create table {s}.recall_vectors (
      embedder text not null,
      document integer not null,
      ordinal integer not null,
      audience text not null,
      vector %1$I.vector not null,
      primary key (embedder, document, ordinal),
      foreign key (document, audience) references {s}.recall_documents (number, audience) on delete cascade
    );
    create index recall_vectors_by_document on {s}.recall_vectors (document);

    create function {s}.recall_put_vectors(who text, added json) returns void language sql set search_path = pg_catalog, %1$I as $f$
      insert into {s}.recall_vectors (embedder, document, ordinal, audience, vector)
        select who, d, o, audience, v::vector from json_to_recordset(added) as each (d int, o int, v text)
        join {s}.recall_documents on number = d
        on conflict do nothing
    $f$;

    create function {s}.recall_nearest(who text, query text, numbers int[], most int)
    returns table (document int, ordinal int) language sql stable set search_path = pg_catalog, %1$I as $f$
      -- A text of which the model knows no word has a vector of nothing, and is near to nobody.
      select v.document, v.ordinal from {s}.recall_vectors v
        where v.embedder = who and v.document = any (numbers) and vector_norm(v.vector) > 0
        order by v.vector <=> query::vector, v.document, v.ordinal limit most
    $f$;

    create function {s}.recall_near(who text, query text, documents int[], ordinals int[])
    returns table (document int, ordinal int, near float8) language sql stable set search_path = pg_catalog, %1$I as $f$
      select v.document, v.ordinal, 1 - (v.vector <=> query::vector) from unnest(documents, ordinals) as w (d, o)
        join {s}.recall_vectors v on v.embedder = who and v.document = w.d and v.ordinal = w.o
    $f$;

    create function {s}.recall_dimensions(who text) returns int language sql stable set search_path = pg_catalog, %1$I as $f$
      select vector_dims(vector) from {s}.recall_vectors where embedder = who limit 1
    $f$;
  $sql$, place);
  perform {s}.recall_protect('recall_vectors');
  return true;
end $$;
