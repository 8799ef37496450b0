/**
 * A change of a key that is too large for one call: its envelopes are put aside, part by part, until the last call gives
 * them to their bookmarks in one transaction. Nothing reads what is put aside but that call. An account has one change
 * at most, so no more can lie here than one envelope for each of its bookmarks; `applied` keeps the answer for whoever
 * asks again because it was lost on the way.
 */
export const keyChanges = {
  id: '0018-key-changes',
  sql: `
create table key_changes (
  id uuid primary key,
  account_id uuid not null unique references accounts (id) on delete cascade,
  created_at timestamptz not null,
  applied integer
);
create index key_changes_created_idx on key_changes (created_at);

create table key_change_rows (
  change_id uuid not null references key_changes (id) on delete cascade,
  bookmark_id uuid not null references bookmarks (id) on delete cascade,
  cipher text not null,
  updated_at timestamptz not null,
  primary key (change_id, bookmark_id)
);
create index key_change_rows_bookmark_idx on key_change_rows (bookmark_id);
`,
};
