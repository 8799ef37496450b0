import { describeError } from '@/lib/observability/describe-error';
import { letterFavicon, createFindFavicon, type Favicon } from '@/provider/integrations/images/favicon';
import type { FaviconState } from '@/provider/integrations/images/favicon';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { ProviderDeps } from '@/provider/deps';

export interface ServedFavicon {
  icon: Favicon;
  /** Unless it was found, the icon is a drawn letter. */
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
 * The list is on the screen meanwhile, and a browser makes six requests at once: waiting for icons would hold up the
 * rows. An icon that takes longer is shown by the next rendering.
 */
const timeoutMs = 400;

// One fetch per site at a time, however many rows of a list show it.
const pendingFetches = new WeakMap<ProviderDeps, Map<string, Promise<Favicon | null>>>();

/**
 * The icon of a site: stored, or fetched now, or a letter until it is found. An icon is stored for a week for all
 * accounts, by host; an old one is shown once more while a new one is fetched. Of a host that the account has no
 * bookmark of, the store is neither read nor written: how fast the answer comes must not tell whether others have.
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
  const { rows } = await db.$client.query({
    name: 'has-bookmark-of-host',
    text: `select 1 from spaces s join bookmarks b on b.account_id = s.account_id and b.space_id = s.id and b.domain = $2 and b.deleted_at is null
      where s.account_id = $1 limit 1`,
    values: [accountId, host],
  });
  return rows.length > 0;
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

/** Deletes icons that no bookmark outside the trash has had a use for since they were due to be fetched again. */
export async function purgeFavicons({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  await db.$client.query(
    `delete from favicons f where f.fetched_at < $1
       and not exists (select from bookmarks b where b.domain = f.host and b.deleted_at is null)`,
    [new Date(clock().getTime() - foundMaxAgeMs)],
  );
}

/** Whether the stored icon of a site, or that it has none, is recent enough not to be fetched again. */
function isFresh({ clock }: ProviderDeps, stored: StoredFavicon | null): boolean {
  if (stored === null) return false;
  return clock().getTime() - stored.fetchedAt.getTime() < (iconOf(stored) ? foundMaxAgeMs : missingMaxAgeMs);
}

const iconOf = ({ contentType, bytes, etag }: StoredFavicon): Favicon | null =>
  contentType !== null && bytes !== null && etag !== null ? { contentType, bytes, etag } : null;

async function findStored({ db }: ProviderDeps, host: string): Promise<StoredFavicon | null> {
  const { rows } = await db.$client.query<StoredFavicon>({
    name: 'favicon-of-host',
    text: `select content_type as "contentType", bytes, etag, fetched_at as "fetchedAt" from favicons where host = $1`,
    values: [host],
  });
  return rows[0] ?? null;
}

/** Fetches and stores the icon of a host, or that it has none. Concurrent calls share one fetch. Never rejects. */
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
  // A request with an older read of the store may begin right after another fetch has ended.
  const stored = await findStored(deps, host);
  if (stored !== null && isFresh(deps, stored)) return iconOf(stored);
  const icon = await createFindFavicon(deps.fetchPage, deps.config.programs)(pageUrl, { accountId });
  await deps.db.$client.query(
    `insert into favicons (host, content_type, bytes, etag, fetched_at) values ($1, $2, $3, $4, $5)
     on conflict (host) do update set content_type = excluded.content_type, bytes = excluded.bytes,
       etag = excluded.etag, fetched_at = excluded.fetched_at`,
    [host, icon?.contentType ?? null, icon?.bytes ?? null, icon?.etag ?? null, deps.clock()],
  );
  return icon;
}

/** What a promise brings within the time, else what stands for it; the work goes on. */
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
