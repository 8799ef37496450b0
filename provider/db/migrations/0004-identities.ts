/** Who an account is elsewhere. The issuer's own number of a person counts: an address can change hands. */
export const identities = {
  id: '0004-identities',
  sql: `
create table identities (
  issuer text not null,
  subject text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  provider text not null check (provider in ('google')),
  email text not null,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create unique index identities_account_idx on identities (account_id, provider);
`,
};
