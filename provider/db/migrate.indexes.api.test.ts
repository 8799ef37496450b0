import { expect, test } from 'vitest';
import { createTestDatabase } from '@/provider/testing/database';

const { db } = await createTestDatabase();

/** Tables that do not grow with the accounts: one row per site, process or word, or one in total. */
const shared = [
  'audit_log',
  'cleanup_runs',
  'copy_progress',
  'cover_progress',
  'erasures',
  'error_counts',
  'favicons',
  'link_hosts',
  'link_progress',
  'page_progress',
  'rate_limits',
  'related_words',
  'workers',
];

/** Indexes of the other tables that begin with neither the account nor the space, by reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'an id that a client chose is looked up in all accounts': [
    'bookmarks_id_idx',
    'changes_id_idx',
    'collections_id_idx',
    'spaces_id_idx',
  ],
  'files are shared by all accounts, and found by their hash': [
    'blob_references_hash_idx',
    'blob_releases_hash_idx',
    'blobs_pkey',
  ],
  'the key is a random id': ['blob_releases_pkey', 'feedback_pkey', 'mails_pkey', 'personal_tokens_pkey'],
  'rows of one bookmark, collection, change, import or token, whose id is known': [
    'bookmark_collections_import_idx',
    'bookmark_collections_list_idx',
    'bookmarks_import_idx',
    'change_rows_bookmark_idx',
    'change_rows_into_idx',
    'import_changes_bookmark_idx',
    'key_change_rows_bookmark_idx',
    'token_calls_token_idx',
  ],
  'a job looks for what is due in all accounts': [
    'accounts_unverified_idx',
    'billing_checkouts_created_idx',
    'billing_closures_due_idx',
    'billing_events_received_idx',
    'billing_period_idx',
    'blob_releases_due_idx',
    'bookmarks_purge_idx',
    'changes_age_idx',
    'connect_codes_expiry_idx',
    'copy_fetches_due_idx',
    'cover_fetches_due_idx',
    'email_codes_expiry_idx',
    'events_at_idx',
    'idempotency_keys_created_at',
    'imports_open_idx',
    'key_changes_created_idx',
    'link_checks_due_idx',
    'page_contents_unread_idx',
    'page_fetches_due_idx',
    'token_calls_created_idx',
  ],
  'sign-in: the account is not known yet': [
    'accounts_email_key_key',
    'connect_codes_pkey',
    'email_codes_pkey',
    'identities_pkey',
    'personal_tokens_hash_key',
  ],
  'an event of a payment names the customer': ['billing_customer_idx'],
  'administrators and search engines read across accounts': [
    'account_activity_active_idx',
    'account_activity_bookmarks_idx',
    'accounts_admin_idx',
    'accounts_created_idx',
    'accounts_email_idx',
    'accounts_pro_idx',
    'accounts_search_idx',
    'accounts_suspended_idx',
    'collections_listed_idx',
    'feedback_created_idx',
  ],
};

// Guarantee: the index entries that a request reads for an account are adjacent, regardless of the number of accounts.
test('every index begins with the account or the space, or is excepted by name', async () => {
  const { rows } = await db.$client.query<{ name: string }>(
    `select c.relname::text as name
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where t.relnamespace = 'public'::regnamespace and t.relname <> all ($1)
       and a.attname is distinct from 'account_id' and a.attname is distinct from 'space_id'
       and not (t.relname = 'accounts' and a.attname = 'id')
     order by c.relname`,
    [shared],
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.values(exceptions).flat().sort());
});
