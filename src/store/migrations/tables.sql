-- The tables of a mind and the functions of 0.1.0 that later steps leave as they are. A write is one statement that calls one
-- function, so it happens as a whole or not at all whatever becomes of the connection, and costs one round trip.
--
-- `writes` remembers the token of every write of the last day. A caller that lost its connection takes the token itself: if
-- the write had happened, its outcome is there; if not, it never can any more, because its token is taken. So a lost
-- answer is never a guess.
--
-- A write made under a lock names its holder. `fence` refuses it on any connection but the one that took the lock: a
-- connection that dies gives its locks to others, and must not write after that.
--
-- A person's own rows are below `me/TOKEN/`, whatever their root. The token is drawn once per login and told to nobody
-- else: so a path of somebody's own can be neither read nor guessed, and its lock and its channel cannot either.

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

-- `entry` is which entry a line of a ledger tells of: whether one was applied is asked before every write, and must not
-- cost more the longer the history is. The pattern is that of store/port/entryLines.ts.
create table {s}.lines (
  root text not null,
  path text not null,
  n bigint not null,
  line text not null,
  entry text generated always as
    (substring(line from '^\{"v":1,"id":"[^"]*","kind":"(?:entry|considered)","at":"[^"]*","by":"[a-z]+","entry":"([^"]*)"')) stored,
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
