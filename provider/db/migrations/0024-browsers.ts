/**
 * The browser that asked for a code, and those that an account has signed in with. `browser` is the hash of a random
 * name, or empty for a client that has none. Each browser has a code of its own, so one cannot use up another's tries.
 */
export const browsers = {
  id: '0024-browsers',
  sql: `
alter table email_codes add column browser text not null default '';
alter table email_codes drop constraint email_codes_pkey;
alter table email_codes add primary key (subject, purpose, browser);
alter table sessions add column browser text not null default '';
`,
};
