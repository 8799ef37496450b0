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
  failures: number;
  fetchedAt: Date;
}

/** A site, as icons are stored: a host may have one by https and none by http. */
interface Site {
  host: string;
  scheme: 'http' | 'https';
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const foundMaxAgeMs = 7 * dayMs;
/** Times until an icon is requested again, by the number of consecutive failures. */
const retryMs = [2 * minuteMs, 10 * minuteMs, 60 * minuteMs, 6 * 60 * minuteMs];
const lastRetryMs = dayMs;
/**
 * Maximum time that a response waits for a fetch. A browser sends only six requests at a time, so waiting for icons
 * would delay other requests of the list. A slower icon is shown by the next rendering.
 */
const timeoutMs = 400;

// One fetch per site at a time, for any number of rows that show its icon.
const pendingFetches = new WeakMap<ProviderDeps, Map<string, Promise<Favicon | null>>>();

/**
 * Returns the icon of a site: the stored one, one fetched now, or a letter. Icons are stored by host and scheme for all
 * accounts, for a week; a stale icon is returned while a new one is fetched, and stays if that fails. If the account has
 * no bookmark of the site, the store is neither read nor written: the response time must not reveal whether other
 * accounts have one.
 */
export async function serveFavicon(
  deps: ProviderDeps,
  url: string,
  accountId: string,
): Promise<ServedFavicon> {
  const { kind, domain: host, url: pageUrl } = parseBookmarkUrl(url);
  if (kind === 'inert') return { icon: letterFavicon(''), state: 'found' };
  const site: Site = { host, scheme: /^http:/i.test(pageUrl) ? 'http' : 'https' };
  const savedPage = await findSavedPage(deps, accountId, site);
  if (savedPage === null) return fetchNow(deps, host, pageUrl, accountId);
  const stored = await findStored(deps, site);
  const request = { site, pageUrl, savedPage, accountId, seenAt: stored?.fetchedAt ?? null };
  const icon = stored && iconOf(stored);
  if (icon) {
    if (!isFresh(deps, stored)) void fetchOnce(deps, request);
    return { icon, state: 'found' };
  }
  // The form may have shown an icon that another account could not fetch a minute ago.
  const isKnown = isFresh(deps, stored) && !(await hasNewBookmark(deps, request, stored.fetchedAt));
  const known = isKnown ? null : await within(timeoutMs, fetchOnce(deps, request), 'awaited' as const);
  if (known !== null && known !== 'awaited') return { icon: known, state: 'found' };
  return { icon: letterFavicon(host), state: known ?? 'missing' };
}

/** Condition on `bookmarks b` for those of a site, in all spaces `s` of an account. */
const ofSite = (accountId: string, { host, scheme }: Site) =>
  sql`s.account_id = ${accountId} and b.account_id = s.account_id and b.space_id = s.id
    and b.domain = ${host} and b.deleted_at is null and b.url ilike ${`${scheme}://%`}`;

/** Returns the URL of a bookmark of the site; null if the account has none. */
async function findSavedPage({ db }: ProviderDeps, accountId: string, site: Site): Promise<string | null> {
  const { rows } = await executePrepared<{ url: string }>(
    db,
    'bookmark-of-site',
    sql`select b.url from spaces s, bookmarks b where ${ofSite(accountId, site)} limit 1`,
  );
  return rows[0]?.url ?? null;
}

/** Whether the account has saved a bookmark of the site since a time. */
async function hasNewBookmark(
  { db }: ProviderDeps,
  { accountId, site }: IconRequest,
  since: Date,
): Promise<boolean> {
  const { rowCount } = await executePrepared(
    db,
    'new-bookmark-of-site',
    sql`select from spaces s, bookmarks b where ${ofSite(accountId, site)} and b.created_at > ${since} limit 1`,
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
function isFresh({ clock }: ProviderDeps, stored: StoredFavicon | null): stored is StoredFavicon {
  if (stored === null) return false;
  const { fetchedAt } = stored;
  const failures = iconOf(stored) ? stored.failures : Math.max(1, stored.failures);
  const maxAgeMs = failures === 0 ? foundMaxAgeMs : (retryMs[failures - 1] ?? lastRetryMs);
  return clock().getTime() - fetchedAt.getTime() < maxAgeMs;
}

const iconOf = ({ contentType, bytes, etag }: StoredFavicon): Favicon | null =>
  contentType !== null && bytes !== null && etag !== null ? { contentType, bytes, etag } : null;

async function findStored({ db }: ProviderDeps, { host, scheme }: Site): Promise<StoredFavicon | null> {
  const [stored] = await db
    .select()
    .from(favicons)
    .where(and(eq(favicons.host, host), eq(favicons.scheme, scheme)))
    .prepare('favicon-of-site')
    .execute();
  return stored ?? null;
}

interface IconRequest {
  site: Site;
  pageUrl: string;
  /** URL of a bookmark of the site. */
  savedPage: string;
  accountId: string;
  /** When the stored state of the site was recorded on which the request is based; null without one. */
  seenAt: Date | null;
}

/** Fetches the icon of a site and stores it, or that it failed. Concurrent calls share one fetch. Never rejects. */
function fetchOnce(deps: ProviderDeps, request: IconRequest): Promise<Favicon | null> {
  const running = pendingFetches.get(deps) ?? new Map<string, Promise<Favicon | null>>();
  pendingFetches.set(deps, running);
  const key = `${request.site.scheme}://${request.site.host}`;
  const started = running.get(key);
  if (started) return started;
  const fetched = fetchAndStore(deps, request)
    .catch((error: unknown) => {
      deps.log.warn({ error: describeError(error) }, 'an icon could not be stored');
      return null;
    })
    .finally(() => running.delete(key));
  running.set(key, fetched);
  return fetched;
}

async function fetchAndStore(
  deps: ProviderDeps,
  { site, pageUrl, savedPage, accountId, seenAt }: IconRequest,
): Promise<Favicon | null> {
  // A fetch that ended after the caller had read the store has stored its result.
  const stored = await findStored(deps, site);
  if (stored !== null && stored.fetchedAt.getTime() !== seenAt?.getTime()) return iconOf(stored);
  const find = createFindFavicon(deps.fetchPage, deps.config.programs);
  const icon = await find(pageUrl, { accountId, savedPage });
  const fetchedAt = deps.clock();
  await deps.db
    .insert(favicons)
    .values({ ...site, ...icon, failures: icon ? 0 : 1, fetchedAt })
    .onConflictDoUpdate({
      target: [favicons.host, favicons.scheme],
      set: icon
        ? { ...icon, failures: 0, fetchedAt }
        : { failures: sql`least(${favicons.failures} + 1, ${retryMs.length + 1})`, fetchedAt },
    });
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
