import { findUnrestricted } from '@/provider/testing/unrestricted-tables';

/**
 * Distribution of the tables over the servers of a distributed PostgreSQL, see docs/operations.md. Tables of accounts
 * are distributed by account, so that all rows of an account are on one server; the others are small, or belong to no
 * account.
 */

/** Distribution column of each growing table: the first column of its keys, which every statement must restrict. */
export const distributed: Readonly<Record<string, 'account_id' | 'space_id'>> = {
  account_activity: 'account_id',
  avatars: 'account_id',
  billing: 'account_id',
  billing_checkouts: 'account_id',
  billing_events: 'account_id',
  blob_references: 'account_id',
  blob_usage: 'account_id',
  bookmark_collections: 'account_id',
  bookmarks: 'account_id',
  change_collections: 'account_id',
  change_rows: 'account_id',
  changes: 'account_id',
  collections: 'account_id',
  copies: 'account_id',
  copy_fetches: 'account_id',
  cover_fetches: 'account_id',
  covers: 'account_id',
  embeddings: 'account_id',
  event_streams: 'account_id',
  events: 'account_id',
  highlights: 'account_id',
  idempotency_keys: 'account_id',
  import_changes: 'account_id',
  import_folders: 'account_id',
  import_rows: 'account_id',
  imports: 'account_id',
  key_change_rows: 'account_id',
  key_changes: 'account_id',
  link_checks: 'account_id',
  metadata_fetches: 'account_id',
  page_contents: 'account_id',
  page_fetches: 'account_id',
  payments: 'account_id',
  product_parts: 'account_id',
  product_reads: 'account_id',
  sessions: 'account_id',
  space_words: 'space_id',
  spaces: 'account_id',
  tags: 'space_id',
  token_calls: 'account_id',
};

/** Tables that are not distributed, by reason. */
export const undistributed: Readonly<Record<string, readonly string[]>> = {
  'read and written without an account, and emptied by jobs': [
    'billing_closures',
    'blob_releases',
    'email_codes',
    'erasures',
    'feedback',
    'mails',
    'rate_limits',
    'related_words',
  ],
  'one row for a site, for a day, for a process, or in all': [
    'cleanup_runs',
    'copy_progress',
    'cover_progress',
    'error_counts',
    'favicons',
    'link_hosts',
    'link_progress',
    'page_progress',
    'workers',
  ],
  'entries name two accounts, and outlive both': ['audit_log'],
  'found by what is unique among all accounts: an address, an identity, the hash of a token or of a file': [
    'accounts',
    'blobs',
    'connect_codes',
    'identities',
    'personal_tokens',
  ],
};

/** Statements across accounts, by reason. Each is identified by a part of its text, with whitespace collapsed. */
const acrossAccounts: Readonly<Record<string, readonly string[]>> = {
  'an id that a client chose may be taken by any account': [
    'not exists (select 1 from bookmarks o where o.id = ',
    'select id, account_id = $1 as "isOwn" from bookmarks where id = any',
    '(select true from bookmarks o where o.id = r.bookmark_id limit 1)',
    'select from collections where id = $1',
    'select from spaces where id = $1',
    'not exists (select from changes o where o.id = ',
  ],
  'a public collection is known by its id alone': [
    'from collections c join accounts a on a.id = c.account_id',
  ],
  'a job deletes a file only if no account refers to it': [
    'select exists (select from "blob_references" where hash =',
  ],
  'a job looks for the next rows that are due, of whatever account; what it does to them names the account': [
    '(account_id, id) = (select account_id, space_id from bookmarks where deleted_at <',
    '(account_id, id) = (select account_id, space_id from bookmarks where index_version <',
    'select "id" from "bookmarks" where "bookmarks"."id" > $1 order by "bookmarks"."id"',
    'select id from bookmarks where id > $1 and id <= $2 order by id desc',
    'select id from bookmarks where id <= $1 order by id desc offset',
    'join accounts a on a.id = b.account_id and a.suspended_at is null where b.id <=',
    'from bookmarks b where b.id > $2 and ($3::uuid is null or b.id <= $4)',
    'from bookmarks b join accounts a on a.id = b.account_id where b.id > $2 and b.id <= $3',
    'from link_checks where due_at <= $1',
    'from page_fetches where due_at <= $1',
    'from copy_fetches where due_at <= $1',
    'from cover_fetches where due_at <= $1',
    "where p.status = 'ready' and p.search is null",
    'from highlights where search is null',
    'select bookmark_id from metadata_fetches',
    'select "account_id" from "billing" where ("billing"."entitled" = $1 and "billing"."period_end" <',
    'from metadata_fetches f join bookmarks b',
    `from (select distinct coalesce(leader_id, id) as id from imports where status in ('queued', 'running'))`,
    'select id, account_id as "accountId" from imports where id = $1',
    `from (select account_id as id from product_reads where status = 'reading'`,
  ],
  'a job deletes what has ended': [
    'delete from "billing_checkouts" where "billing_checkouts"."created_at" <',
    'delete from "billing_events" where "billing_events"."received_at" <',
    'delete from "sessions" where ("sessions"."expires_at" <',
    'delete from "changes" where "changes"."created_at" <=',
    'delete from "idempotency_keys" where "idempotency_keys"."created_at" <=',
    'select account_id, number, resource_id from events where at <',
    'delete from "key_changes" where "key_changes"."created_at" <=',
    'delete from "token_calls" where "token_calls"."created_at" <',
    `delete from imports where status = 'receiving'`,
    'delete from "product_reads" where "product_reads"."created_at" <',
    'using imports i where i.account_id = r.account_id and i.id = r.import_id and i.status in',
    'delete from "favicons" where ("favicons"."fetched_at" <',
    `delete from blob_references r where r.name in ('collection-320', 'collection-640')`,
  ],
  'the disk of the embedded database holds the imports of all accounts': [
    'select coalesce(sum(bytes * (1 - created_count',
  ],
  'an event of a payment names the customer': [
    'select "account_id" from "billing" where "billing"."customer_id" =',
  ],
  'a backup reads whole tables, and a restore finds them empty': [
    ') to stdout',
    'select 1 from "',
    'update event_streams set generation',
  ],
  'administrators and the metrics show figures of all accounts': [
    'with figures as materialized',
    'select (select count(*)::integer from embeddings where model =',
    'from account_activity',
    'from mails) as mails, (select count(*)::integer from imports',
    'select (select greatest(reltuples, 0)::float8 from pg_class',
    'select status, count(*)::integer as count from imports where created_at >',
    'select coalesce(sum(bookmark_count), 0) as bookmarks, coalesce(sum(collection_count), 0) as collections',
  ],
};

/** Returns statements with tables found by {@link findUnrestricted}, except the known statements across accounts. */
export function findViolations(statements: Iterable<string>): string[] {
  const parts = Object.values(acrossAccounts).flat();
  const found = new Set<string>();
  for (const statement of statements) {
    const text = statement.replace(/\s+/g, ' ').trim();
    const tables = findUnrestricted(text, distributed);
    if (tables.length > 0 && !parts.some((part) => text.includes(part)))
      found.add(`${tables.join(', ')}: ${text}`);
  }
  return [...found].sort();
}
