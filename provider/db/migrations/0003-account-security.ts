/** What a person sees and ends in the settings of an account. */
export const accountSecurity = {
  id: '0003-account-security',
  sql: `
-- One picture for an account, drawn anew from what was sent. A new picture is a new row, so its address never changes
-- its meaning and can be kept by browsers for good.
create table avatars (
  id uuid primary key,
  account_id uuid not null unique references accounts (id) on delete cascade,
  bytes bytea not null,
  created_at timestamptz not null
);

create table personal_tokens (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  scope text not null check (scope in ('read', 'write')),
  hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index personal_tokens_account_idx on personal_tokens (account_id, created_at desc, id desc);
`,
};
