// Which entry a line of a ledger tells of, in a column with an index: whether an entry was applied is asked before every
// write, and must not cost more the longer the history is. The pattern is that of store/port/entryLines.ts.

export const ENTRIES = `
-- Every line is looked at once.
set local statement_timeout = 0;
alter table {s}.lines add column entry text generated always as
  (substring(line from '^\\{"v":1,"id":"[^"]*","kind":"(?:entry|considered)","at":"[^"]*","by":"[a-z]+","entry":"([^"]*)"')) stored;
create index lines_by_entry on {s}.lines (root, path, entry) where entry is not null;
`;
