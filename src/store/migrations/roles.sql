-- A login is made a member of one of three roles; the owner of the schema is above them.

do $$ declare each text; begin
  foreach each in array array['{s}_reader', '{s}_contributor', '{s}_maintainer'] loop
    if not exists (select from pg_roles where rolname = each) then execute format('create role %I nologin', each); end if;
  end loop;
end $$;
grant {s}_reader to {s}_contributor;
grant {s}_contributor to {s}_maintainer;
