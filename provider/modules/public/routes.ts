import type {
  ListedCollections,
  PublicBookmark,
  PublicCollection,
  PublicCollectionPage,
} from '@/lib/contract/public';
import { buffer } from 'node:stream/consumers';
import { sql, type SQL } from 'drizzle-orm';
import { viewOf } from '@/lib/domain/list-view';
import { isScriptUrl } from '@/lib/domain/live-url';
import type { RequestContext } from '@/provider/actor';
import { executePrepared, toSql } from '@/provider/db/client';
import type { ProviderConfig, ProviderDeps } from '@/provider/deps';
import { faviconReply, letterFavicon, type Favicon } from '@/provider/integrations/images/favicon';
import type { Handlers, QueryOf } from '@/provider/middleware/handler';
import { countShared, networksOf, type RateRule } from '@/provider/middleware/rate-limit';
import { presentViews } from '@/provider/modules/account/presenter';
import { findBlob, readBlob, type BlobUse } from '@/provider/modules/blobs/blobs';
import { shareUrlOf } from '@/provider/modules/collections/routes';
import { prepareSmart } from '@/provider/modules/bookmarks/smart';
import { collectionCoverNames } from '@/provider/modules/covers/collection-store';
import { coverNames } from '@/provider/modules/covers/store';
import type { ServedFavicon } from '@/provider/modules/favicons/favicons';
import {
  findPublic,
  isCostly,
  isPublic,
  listListed,
  listShown,
  type ListedRecord,
  type PublicRecord,
  type ShownRecord,
} from '@/provider/modules/public/queries';
import { describePage, isoTime } from '@/provider/pagination';
import { Problem } from '@/provider/problem';

/** The public representation of a collection; `count` is the number of all its visible bookmarks. */
const presentPublic = (
  record: PublicRecord,
  count: number,
  { appUrl }: Pick<ProviderConfig, 'appUrl'>,
): PublicCollection => ({
  uuid: record.id,
  name: record.name,
  description: record.description,
  color: record.color,
  icon: record.icon,
  cover: record.cover,
  isDefault: record.isDefault,
  slug: record.slug,
  shareUrl: shareUrlOf(record, appUrl),
  listed: record.listed,
  count,
  createdAt: isoTime(record.createdAt),
  updatedAt: isoTime(record.updatedAt),
  ...presentView(record),
});

/** The view that the owner has chosen for the collection, or for its space. */
function presentView({ id, spaceId, views }: PublicRecord): Pick<PublicCollection, 'layout' | 'parts'> {
  const preferences = { views: presentViews(views ?? []), rowTags: false };
  const { layout, parts } = viewOf({ space: spaceId, preferences }, id);
  return { layout, parts: [...parts] };
}

const presentOwner = ({ ownerName }: PublicRecord): PublicCollectionPage['owner'] => ({
  name: ownerName,
});

/** The public representation of a bookmark. */
const presentShown = ({ id, createdAt, ...shown }: ShownRecord): PublicBookmark => ({
  uuid: id,
  title: shown.title,
  url: isScriptUrl(shown.url) ? '' : shown.url,
  domain: shown.domain,
  path: shown.path,
  createdAt: isoTime(createdAt),
  cover: shown.cover,
});

const presentListed = ({ id, slug, updatedAt }: ListedRecord): ListedCollections['content'][number] => ({
  uuid: id,
  slug,
  updatedAt: isoTime(updatedAt),
});

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

type StoredIcon = { [Field in keyof Favicon]: Favicon[Field] | null } & {
  accountId: string;
  spaceId: string;
  smart: { query: string } | null;
  isLinked: boolean;
};

/** Condition on `bookmarks b` for unencrypted bookmarks of a host in the space of the collection `c`. */
const ofHost = (host: string): SQL =>
  sql`b.account_id = c.account_id and b.space_id = c.space_id and b.domain = ${host} and b.deleted_at is null and not b.encrypted`;

const storedIcon = (id: string, host: string): SQL => sql`
    select c.account_id as "accountId", c.space_id as "spaceId", c.smart, f.content_type as "contentType", f.bytes, f.etag,
      c.smart is null and exists (
        select from bookmarks b join bookmark_collections l
          on l.account_id = b.account_id and l.bookmark_id = b.id and l.collection_id = c.id
        where ${ofHost(host)}) as "isLinked"
    from collections c join accounts a on a.id = c.account_id
      left join lateral (select from_site.* from favicons from_site where from_site.host = ${host}
        order by from_site.bytes is null, from_site.scheme desc limit 1) f on true
    where c.id = ${id} and ${isPublic}`;

/**
 * Returns the stored icon of a site to which a public collection links, or a drawn letter. Sends no request to the
 * site. Throws NOT_FOUND if the collection shows no bookmark of exactly this host.
 */
async function servePublicFavicon(deps: Deps, id: string, host: string): Promise<ServedFavicon> {
  const { rows } = await executePrepared<StoredIcon>(deps.db, 'public-favicon', storedIcon(id, host));
  const [found] = rows;
  if (!found || !(found.isLinked || (await matchesSmart(deps, found, sql`b.domain = ${host}`))))
    throw new Problem('NOT_FOUND');
  const { contentType, bytes, etag } = found;
  if (contentType === null || bytes === null || etag === null) {
    return { icon: letterFavicon(host), state: 'missing' };
  }
  return { icon: { contentType, bytes, etag }, state: 'found' };
}

/** Whether a smart collection shows a bookmark for which a condition on `bookmarks b` holds. */
async function matchesSmart(
  deps: Deps,
  { accountId, spaceId, smart }: Pick<ShownCover, 'accountId' | 'spaceId' | 'smart'>,
  condition: SQL,
): Promise<boolean> {
  if (smart === null) return false;
  const matches = await prepareSmart(deps.db, { accountId, spaceId }, smart.query, {
    now: deps.clock(),
    timeZone: 'UTC',
  });
  const { rows } = await deps.db.execute(
    sql`select from bookmarks b where b.account_id = ${accountId} and b.space_id = ${spaceId} and not b.encrypted
      and b.deleted_at is null and ${condition} and ${toSql(matches.condition)} limit 1`,
  );
  return rows.length > 0;
}

type ShownCover = { accountId: string; spaceId: string; smart: { query: string } | null; isLinked: boolean };

const coverOwner = (id: string, bookmark: string): SQL => sql`
    select c.account_id as "accountId", c.space_id as "spaceId", c.smart,
      c.smart is null and exists (
        select from bookmark_collections l
        where l.account_id = b.account_id and l.bookmark_id = b.id and l.collection_id = c.id) as "isLinked"
    from collections c join accounts a on a.id = c.account_id
      join bookmarks b on b.account_id = c.account_id and b.space_id = c.space_id
    where c.id = ${id} and ${isPublic} and b.id = ${bookmark} and b.deleted_at is null and not b.encrypted`;

/** Returns the picture of a public collection, or of a bookmark that it shows. Throws NOT_FOUND for every other one. */
async function readPublicCover(
  deps: Pick<ProviderDeps, 'db' | 'clock' | 'blobs'>,
  { collection, bookmark, size }: QueryOf<'preview.publicCover'>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (bookmark === undefined) {
    const { accountId } = await findPublic(deps, collection);
    return readFile(deps, { accountId, bookmarkId: collection, name: collectionCoverNames[size] });
  }
  const { rows } = await executePrepared<ShownCover>(
    deps.db,
    'public-cover',
    coverOwner(collection, bookmark),
  );
  const [owner] = rows;
  const isShown = owner && (owner.isLinked || (await matchesSmart(deps, owner, sql`b.id = ${bookmark}`)));
  if (!isShown) throw new Problem('NOT_FOUND');
  return readFile(deps, { accountId: owner.accountId, bookmarkId: bookmark, name: coverNames[size] });
}

async function readFile(
  deps: Pick<ProviderDeps, 'db' | 'blobs'>,
  use: BlobUse,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await findBlob(deps.db, use);
  const content = found && (await readBlob(deps, found));
  if (!content) throw new Problem('NOT_FOUND');
  return new Uint8Array(await buffer(content));
}

type RateLimitDeps = Pick<ProviderDeps, 'db' | 'clock' | 'config' | 'log'>;

const minuteMs = 60_000;

/** Limits of anonymous reads by address. A page shows up to 200 icons, which a browser then caches. */
const rules = {
  page: { max: 600, windowMs: minuteMs },
  cover: { max: 6_000, windowMs: minuteMs },
  /** Pages for which the database reads thousands of rows; they also count as `page`. */
  costly: { max: 120, windowMs: minuteMs },
  icon: { max: 6_000, windowMs: minuteMs },
  listed: { max: 60, windowMs: minuteMs },
} as const satisfies Record<string, RateRule>;

export type PublicRead = keyof typeof rules;

/** Counts a read for the caller's address. Throws RATE_LIMITED. */
async function countRead(
  deps: RateLimitDeps,
  kind: PublicRead,
  { address }: Pick<RequestContext, 'address'>,
): Promise<void> {
  const { windowMs, max } = rules[kind];
  for (const { key, factor } of networksOf(address)) {
    await countShared(deps, { key: `${kind}:peer:${key}`, windowMs, max: max * factor });
  }
}

type Ids = 'collections.listed' | 'collections.public' | 'preview.publicFavicon' | 'preview.publicCover';

export const publicCollections: Handlers<Ids> = {
  'collections.listed': async ({ query, deps, context }) => {
    await countRead(deps, 'listed', context);
    const { records, pages } = await listListed(deps, query.page);
    return { status: 200, body: { content: records.map(presentListed), pages } };
  },

  'collections.public': async ({ params, query, deps, context }) => {
    await countRead(deps, 'page', context);
    const found = await findPublic(deps, params.uuid);
    if (isCostly(found, query)) await countRead(deps, 'costly', context);
    const { records, total, shown, next } = await listShown(deps, found, query);
    return {
      status: 200,
      body: {
        collection: presentPublic(found, shown, deps.config),
        owner: presentOwner(found),
        bookmarks: records.map(presentShown),
        pagination: describePage(query, total, next),
      },
    };
  },

  'preview.publicCover': async ({ query, deps, context }) => {
    await countRead(deps, 'cover', context);
    const body = await readPublicCover(deps, query);
    // Not for long, and in no shared cache: the collection can become private.
    return {
      status: 200,
      body,
      headers: { 'content-type': 'image/webp', 'cache-control': 'private, max-age=3600' },
    };
  },

  'preview.publicFavicon': async ({ query, request, deps, context }) => {
    await countRead(deps, 'icon', context);
    const { icon, state } = await servePublicFavicon(deps, query.collection, query.host);
    const { status, body, headers } = faviconReply(icon, request.headers.get('if-none-match'), state);
    return status === 304 || body === null
      ? { status: 304, body: null, headers }
      : { status: 200, body, headers };
  },
};
