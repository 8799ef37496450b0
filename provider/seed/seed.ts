import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { collectionSlug } from '@/lib/domain/collection-slug';
import { keyAtTop } from '@/lib/domain/order-key';
import { searchColumns } from '@/lib/domain/search-vector';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { urlKeyHash } from '@/lib/domain/url-key';
import { newId, openDatabase, type Database, type Executor } from '@/provider/db/client';
import { migrate } from '@/provider/db/migrate';
import { accounts } from '@/provider/db/schema/accounts';
import { bookmarkCollections, bookmarks, collections, spaces } from '@/provider/db/schema/library';
import type { ProviderDeps } from '@/provider/deps';
import { inertDeps } from '@/provider/seed/inert-deps';
import { demoBookmarks, type DemoBookmark } from '@/provider/seed/demo-library';
import {
  demoPassphrase,
  demoSecrets,
  makeEncryptionKey,
  encryptOnServer,
} from '@/provider/seed/demo-secrets';
import { demoTopics } from '@/provider/seed/demo-topics';
import {
  demoEmail,
  findAccountByEmail,
  openAccount,
  type AccountRecord,
} from '@/provider/modules/account/queries';
import { createEncrypted } from '@/provider/modules/encryption/create';
import { inTransaction, lockSpace } from '@/provider/db/transaction';
import { hashPassword } from '@/provider/modules/auth/passwords';
import { insertSpace } from '@/provider/modules/spaces/service';

export interface SeedReport {
  email: string;
  /** New password of the demo account; each run sets a new one. */
  password: string;
  /** False if the demo account already had bookmarks; then only its password has changed. */
  isNew: boolean;
  /** Passphrase of the encrypted bookmarks. */
  key: string;
  bookmarks: number;
  collections: number;
  spaces: number;
}

const demoHint = 'As npm run seed prints it';
const dayMs = 24 * 60 * 60_000;

/** Dependencies that opening an account does not use. */
const inert = {
  ...inertDeps,
  config: {
    appUrl: '',
    secret: '',
    version: '',
    billing: false,
    auditDays: 365,
    pageTexts: false,
    copies: false,
    covers: false,
    rateLimitScale: 1,
  },
};

/**
 * Migrates the database and creates a demo account with a realistic library: 500 bookmarks of two years in 12
 * collections and 2 spaces, and a few encrypted ones. It is never an administrator: the first other account to register
 * is. Running it again only changes the password.
 */
export async function seed(databaseUrl: string, now = new Date()): Promise<SeedReport> {
  await migrate(databaseUrl);
  const db = openDatabase({ url: databaseUrl, poolSize: 2 });
  try {
    const password = `demo-${randomBytes(9).toString('base64url')}`;
    const account = await openDemoAccount(db, password, now);
    const isNew = !(await hasBookmarks(db, account.id));
    if (isNew) {
      await inTransaction(db, (tx) => fillLibrary(tx, account, now));
      await saveSecrets(db, account, now);
    }
    return {
      email: demoEmail,
      password,
      isNew,
      key: demoPassphrase,
      ...(await countLibrary(db, account.id)),
    };
  } finally {
    await db.$client.end();
  }
}

async function openDemoAccount(db: Database, password: string, now: Date): Promise<AccountRecord> {
  const passwordHash = await hashPassword(password);
  const existing = await findAccountByEmail(db, demoEmail);
  if (existing) {
    await db.update(accounts).set({ passwordHash }).where(eq(accounts.id, existing.id));
    return existing;
  }
  const deps: ProviderDeps = { ...inert, db, clock: () => now };
  return openAccount(deps, {
    firstName: 'Demo',
    lastName: 'Reader',
    email: demoEmail,
    passwordHash,
    emailVerifiedAt: now,
  });
}

async function hasBookmarks(db: Database, accountId: string): Promise<boolean> {
  const found = await db
    .select({ id: bookmarks.id })
    .from(bookmarks)
    .where(eq(bookmarks.accountId, accountId))
    .limit(1);
  return found.length > 0;
}

async function fillLibrary(tx: Executor, account: AccountRecord, now: Date): Promise<void> {
  const library = demoBookmarks(now);
  const work = newId();
  await insertSpace(tx, {
    id: work,
    accountId: account.id,
    name: 'Work',
    description: '',
    isDefault: false,
    now,
  });
  for (const [name, spaceId] of [
    ['Personal', account.currentSpaceId],
    ['Work', work],
  ] as const) {
    await lockSpace(tx, { accountId: account.id, spaceId });
    const places = await insertCollections(tx, { accountId: account.id, spaceId }, name, now);
    const inSpace = library.filter(({ topic }) => topic.space === name);
    await insertBookmarks(tx, { accountId: account.id, spaceId }, inSpace, places);
    await tx
      .update(spaces)
      .set({ lastActivityAt: now })
      .where(and(eq(spaces.accountId, account.id), eq(spaces.id, spaceId)));
  }
}

async function saveSecrets(db: Database, account: AccountRecord, now: Date): Promise<void> {
  const key = makeEncryptionKey(demoPassphrase);
  const items = demoSecrets.map((secret, index) => {
    const uuid = newId();
    const createdAt = new Date(now.getTime() - (index + 1) * 5 * dayMs).toISOString();
    return {
      uuid,
      createdAt,
      hint: demoHint,
      cipher: encryptOnServer(key, { account: account.id, uuid }, secret),
    };
  });
  const owner = { accountId: account.id, spaceId: account.currentSpaceId };
  await createEncrypted(
    { db, clock: () => now },
    { ...owner, sessionId: null, token: null, idempotencyKey: null, plan: 'free', isAdmin: false },
    items,
  );
}

interface Owner {
  accountId: string;
  spaceId: string;
}

/** Inserts the collections of a space and returns their ids by name; the default one has the empty name. */
async function insertCollections(
  tx: Executor,
  owner: Owner,
  space: string,
  now: Date,
): Promise<Map<string, string>> {
  const [fallback] = await tx
    .select({ id: collections.id })
    .from(collections)
    .where(and(eq(collections.accountId, owner.accountId), eq(collections.spaceId, owner.spaceId)));
  const places = new Map([['', fallback?.id ?? '']]);
  const topics = demoTopics.filter((topic) => topic.space === space && topic.collection !== '');
  const rows = topics.map(({ collection, color, isPublic }, index) => ({
    ...owner,
    id: newId(),
    name: collection,
    description: '',
    color,
    security: isPublic === true ? (1 as const) : (0 as const),
    isDefault: false,
    slug: collectionSlug(collection),
    orderKey: keyAtTop(now, index + 1),
    createdAt: now,
    updatedAt: now,
  }));
  await tx.insert(collections).values(rows);
  for (const { name, id } of rows) places.set(name, id);
  return places;
}

async function insertBookmarks(
  tx: Executor,
  owner: Owner,
  library: readonly DemoBookmark[],
  places: ReadonlyMap<string, string>,
): Promise<void> {
  const made = library.map(({ topic, title, url, description, tags, ...rest }, index) => {
    const { domain, path } = parseBookmarkUrl(url);
    const text = { title, domain, path, description, tags };
    const row = {
      ...owner,
      ...rest,
      ...text,
      ...searchColumns(text),
      id: newId(),
      url,
      urlKey: urlKeyHash(url),
      encrypted: false,
      orderKey: keyAtTop(rest.createdAt, index),
      updatedAt: rest.createdAt,
    };
    return { row, collectionId: places.get(topic.collection) ?? '' };
  });
  await tx.insert(bookmarks).values(made.map(({ row }) => row));
  await tx.insert(bookmarkCollections).values(
    made.map(({ row, collectionId }) => ({
      accountId: owner.accountId,
      bookmarkId: row.id,
      collectionId,
      spaceId: owner.spaceId,
      live: true,
      createdAt: row.createdAt,
    })),
  );
}

async function countLibrary(db: Database, accountId: string) {
  const rows = await db.select().from(spaces).where(eq(spaces.accountId, accountId));
  return {
    bookmarks: rows.reduce((sum, space) => sum + space.bookmarkCount, 0),
    collections: rows.reduce((sum, space) => sum + space.collectionCount, 0),
    spaces: rows.length,
  };
}
