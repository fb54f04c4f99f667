-- Who wrote, in which folder, and whether it only proposes: said by the database and not by the writer. A path holds no control
-- or direction character. A login without the right to accept may have 100 deltas pending, 256 kB each and 1 MB in all (CL002).

create or replace function {s}.sign() returns trigger language plpgsql {as_owner} as $$
declare others record;
begin
  if new.path ~ '(^|/)[.]{0,2}(/|$)' or new.path ~ '[\u0001-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]' or octet_length(new.path) > 1024 then
    raise exception '% is no path below a root', to_json(new.path) using errcode = '42501';
  end if;
  new.folder := case when position('/' in new.path) = 0 then '' else regexp_replace(new.path, '/[^/]*$', '') end;
  new.changed_by := session_user;
  new.program := left(current_setting('application_name'), 100);
  new.proposed := not starts_with(new.path, 'me/') and (not {s}.is_maintainer() or (tg_op = 'UPDATE' and old.proposed));
  if new.proposed and not {s}.is_maintainer() then
    select count(*) as count, coalesce(sum(octet_length(bytes)), 0) as bytes into others
      from {s}.places p where p.proposed and p.changed_by = session_user and (p.root, p.path) <> (new.root, new.path);
    if octet_length(new.bytes) > 262144 or others.count >= 100
      or others.bytes + octet_length(new.bytes) > 1048576 then
      raise exception 'a login that proposes may have % deltas pending, % kB each and % kB in all',
        100, 256, 1024 using errcode = 'CL002';
    end if;
  end if;
  return new;
end $$;
