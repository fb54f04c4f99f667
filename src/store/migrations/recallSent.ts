// A session that was withdrawn leaves the index of recall as well, and with it the whole segments that it was in: words of
// it could be anywhere in them. What else was there is indexed again by whoever asks next.

export const RECALL_SENT = `
create function {s}.recall_withdrawn() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from {s}.recall_segments where segment in (select segment from {s}.recall_documents where audience = old.login and id = 'session:' || old.name);
  perform {s}.recall_changed();
  return null;
end $$;
create trigger recall_withdrawn after delete on {s}.sent for each row when (old.kind = 'session') execute function {s}.recall_withdrawn();
`;
