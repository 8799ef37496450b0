import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm';
import { describeError } from '@/lib/observability/describe-error';
import { letterFavicon, createFindFavicon, type Favicon } from '@/provider/integrations/images/favicon';
import type { FaviconState } from '@/provider/integrations/images/favicon';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { ProviderDeps } from '@/provider/deps';
import { executePrepared } from '@/provider/db/client';
import { bookmarks } from '@/provider/db/schema/library';
import { favicons } from '@/provider/db/schema/pages';

export interface ServedFavicon {
  icon: Favicon;
  /** The icon is a drawn letter unless the state is `found`. */
  state: FaviconState;
}

interface StoredFavicon {
  contentType: Favicon['contentType'] | null;
  bytes: Buffer | null;
  etag: string | null;
  fetchedAt: Date;
}

const dayMs = 24 * 60 * 60_000;
const foundMaxAgeMs = 7 * dayMs;
const missingMaxAgeMs = dayMs;
/**
 * Maximum time that a response waits for a fetch. A browser sends only six requests at a time, so waiting for icons
 * would delay other requests of the list. A slower icon is shown by the next rendering.
 */
const timeoutMs = 400;

// One fetch per site at a time, for any number of rows that show its icon.
const pendingFetches = new WeakMap<ProviderDeps, Map<string, Promise<Favicon | null>>>();

/**
 * Returns the icon of a site: the stored one, one fetched now, or a letter. Icons are stored by host for all accounts,
 * for a week; a stale icon is returned while a new one is fetched. If the account has no bookmark of the host, the
 * store is neither read nor written: the response time must not reveal whether other accounts have one.
 */
export async function serveFavicon(
  deps: ProviderDeps,
  url: string,
  accountId: string,
): Promise<ServedFavicon> {
  const { kind, domain, url: pageUrl } = parseBookmarkUrl(url);
  if (kind === 'inert') return { icon: letterFavicon(''), state: 'found' };
  if (!(await hasBookmarkOf(deps, accountId, domain))) return fetchNow(deps, domain, pageUrl, accountId);
  const stored = await findStored(deps, domain);
  const icon = stored && iconOf(stored);
  if (icon) {
    if (!isFresh(deps, stored)) void fetchOnce(deps, domain, pageUrl, accountId);
    return { icon, state: 'found' };
  }
  const known = isFresh(deps, stored)
    ? null
    : await within(timeoutMs, fetchOnce(deps, domain, pageUrl, accountId), 'awaited' as const);
  if (known !== null && known !== 'awaited') return { icon: known, state: 'found' };
  return { icon: letterFavicon(domain), state: known ?? 'missing' };
}

async function hasBookmarkOf({ db }: ProviderDeps, accountId: string, host: string): Promise<boolean> {
  const { rowCount } = await executePrepared(
    db,
    'has-bookmark-of-host',
    sql`select 1 from spaces s join bookmarks b
        on b.account_id = s.account_id and b.space_id = s.id and b.domain = ${host} and b.deleted_at is null
      where s.account_id = ${accountId} limit 1`,
  );
  return rowCount !== 0;
}

async function fetchNow(
  deps: ProviderDeps,
  host: string,
  pageUrl: string,
  accountId: string,
): Promise<ServedFavicon> {
  const found = createFindFavicon(deps.fetchPage, deps.config.programs)(pageUrl, { accountId });
  const known = await within(timeoutMs, found, 'awaited' as const);
  if (known !== null && known !== 'awaited') return { icon: known, state: 'found' };
  return { icon: letterFavicon(host), state: known ?? 'missing' };
}

/** Deletes stale icons whose host has no bookmark outside the trash. */
export async function purgeFavicons({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  const used = db
    .select({ id: bookmarks.id })
    .from(bookmarks)
    .where(and(eq(bookmarks.domain, favicons.host), isNull(bookmarks.deletedAt)));
  const before = new Date(clock().getTime() - foundMaxAgeMs);
  await db.delete(favicons).where(and(lt(favicons.fetchedAt, before), notExists(used)));
}

/** Whether the stored icon of a site, or the record that it has none, is recent enough not to be fetched again. */
function isFresh({ clock }: ProviderDeps, stored: StoredFavicon | null): boolean {
  if (stored === null) return false;
  return clock().getTime() - stored.fetchedAt.getTime() < (iconOf(stored) ? foundMaxAgeMs : missingMaxAgeMs);
}

const iconOf = ({ contentType, bytes, etag }: StoredFavicon): Favicon | null =>
  contentType !== null && bytes !== null && etag !== null ? { contentType, bytes, etag } : null;

async function findStored({ db }: ProviderDeps, host: string): Promise<StoredFavicon | null> {
  const [stored] = await db
    .select()
    .from(favicons)
    .where(eq(favicons.host, host))
    .prepare('favicon-of-host')
    .execute();
  return stored ?? null;
}

/** Fetches the icon of a host and stores it, or that there is none. Concurrent calls share one fetch. Never rejects. */
function fetchOnce(
  deps: ProviderDeps,
  host: string,
  pageUrl: string,
  accountId: string,
): Promise<Favicon | null> {
  const running = pendingFetches.get(deps) ?? new Map<string, Promise<Favicon | null>>();
  pendingFetches.set(deps, running);
  const started = running.get(host);
  if (started) return started;
  const fetched = fetchAndStore(deps, host, pageUrl, accountId)
    .catch((error: unknown) => {
      deps.log.warn({ error: describeError(error) }, 'an icon could not be stored');
      return null;
    })
    .finally(() => running.delete(host));
  running.set(host, fetched);
  return fetched;
}

async function fetchAndStore(
  deps: ProviderDeps,
  host: string,
  pageUrl: string,
  accountId: string,
): Promise<Favicon | null> {
  // Another fetch may have completed since the caller read the store.
  const stored = await findStored(deps, host);
  if (stored !== null && isFresh(deps, stored)) return iconOf(stored);
  const icon = await createFindFavicon(deps.fetchPage, deps.config.programs)(pageUrl, { accountId });
  const values = {
    contentType: icon?.contentType ?? null,
    bytes: icon?.bytes ?? null,
    etag: icon?.etag ?? null,
    fetchedAt: deps.clock(),
  };
  await deps.db
    .insert(favicons)
    .values({ host, ...values })
    .onConflictDoUpdate({ target: favicons.host, set: values });
  return icon;
}

/** Resolves to the result of a promise, or to `instead` after a timeout; the work is not aborted. */
async function within<T, Late>(ms: number, work: Promise<T>, instead: Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(instead), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
