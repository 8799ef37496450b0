/**
 * Envelopes by the key that they were made with. An envelope begins with what stands for its key (the first 32 characters
 * behind `mw1.`, see docs/security.md), which is all that the service knows of it: so bookmarks of one key are found and
 * counted without a column of their own, which would have to be kept in step.
 */
export const encryption = {
  id: '0013-encryption',
  sql: `
create function mw_key_id(cipher text) returns text
  language sql immutable strict parallel safe as $$ select substr(cipher, 5, 32) $$;

create index bookmarks_key_idx on bookmarks (account_id, mw_key_id(cipher), created_at desc, id desc) where encrypted;
create index bookmarks_sealed_idx on bookmarks (account_id, created_at desc, id desc) where encrypted;
`,
};
