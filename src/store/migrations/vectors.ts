// Vectors of recall's units, where the database has the extension pgvector. It may come after the mind did, so table and
// functions are made when they are first asked for; they name the schema that the extension was put into. Distances are
// exact: there is no index that would leave some out.

import { AS_OWNER } from "./base.ts";

export const VECTORS = `
-- Whether vectors can be kept here. Makes room for them where they can and there is none yet.
create function {s}.recall_vectors_ready() returns boolean language plpgsql ${AS_OWNER} as $$
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
`;
