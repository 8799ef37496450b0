/** A code can also prove the address that an account is to move to. */
export const newEmail = {
  id: '0005-new-email',
  sql: `
alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check check (purpose in ('verification', 'reset', 'newEmail'));
`,
};
