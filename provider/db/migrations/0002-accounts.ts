/**
 * What an account needs beside its library.
 *
 * [Note: Same work for nobody] A code is asked for by address. An address that nobody has gets rows like any other, a
 * code and a mail without a reader, so that neither the answer nor its time tells who has an account here.
 */
export const accountsGrowUp = {
  id: '0002-accounts',
  sql: `
-- One live code for an address and a purpose. \`subject\` and \`hash\` are keyed hashes: six digits would be found at once.
create table email_codes (
  subject text not null,
  purpose text not null check (purpose in ('verification', 'reset')),
  account_id uuid references accounts (id) on delete cascade,
  hash text not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (subject, purpose)
);
create index email_codes_expiry_idx on email_codes (expires_at);
create index email_codes_account_idx on email_codes (account_id);

-- Mails that wait to be sent; a row goes with its mail. The letter is sealed, for it names people and holds codes.
create table mails (
  id uuid primary key,
  account_id uuid,
  sealed bytea,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  expires_at timestamptz not null
);
create index mails_due_idx on mails (due_at);
create index mails_account_idx on mails (account_id);
`,
};
