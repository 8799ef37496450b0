import type { Collection, CollectionSummary } from '@/lib/contract/collections';
import type { ProviderConfig } from '@/provider/deps';
import type { Handlers } from '@/provider/middleware/handler';
import { listBookmarks } from '@/provider/modules/bookmarks/list';
import { presentBookmark } from '@/provider/modules/bookmarks/record';
import {
  countOne,
  listAllCollections,
  listCollections,
  listTopCollections,
} from '@/provider/modules/collections/list';
import { getCollection, openCollection, type CollectionRecord } from '@/provider/modules/collections/queries';
import {
  createCollection,
  deleteCollection,
  mergeCollection,
  moveCollection,
  orderCollection,
  updateCollection,
} from '@/provider/modules/collections/service';
import { matchesOf } from '@/provider/modules/bookmarks/smart';
import { describePage, isoTime } from '@/provider/pagination';

/** Public URL of a collection while it is public. */
export const shareUrlOf = ({ id, slug }: Pick<CollectionRecord, 'id' | 'slug'>, appUrl: string): string =>
  `${appUrl}/public/${id}/${encodeURIComponent(slug)}`;

/** Converts a collection to the response for its owner. */
export const presentCollection = (
  record: CollectionRecord,
  { appUrl }: Pick<ProviderConfig, 'appUrl'>,
): Collection => ({
  uuid: record.id,
  name: record.name,
  description: record.description,
  color: record.color,
  icon: record.icon,
  pinned: record.pinned,
  security: record.security,
  isDefault: record.isDefault,
  shareUrl: record.security === 1 ? shareUrlOf(record, appUrl) : null,
  listed: record.listed,
  keepsCopies: record.keepsCopies,
  slug: record.slug,
  smart: record.smart,
  cover: record.cover,
  count: record.bookmarkCount,
  createdAt: isoTime(record.createdAt),
  updatedAt: isoTime(record.updatedAt),
});

/** Converts a collection to its summary for menus and results. */
export const presentCollectionSummary = (record: CollectionRecord): CollectionSummary => ({
  uuid: record.id,
  name: record.name,
  color: record.color,
  icon: record.icon,
  pinned: record.pinned,
  security: record.security,
  count: record.bookmarkCount,
  isDefault: record.isDefault,
  smart: record.smart !== null,
});

type Ids =
  | 'collections.list'
  | 'collections.simplified'
  | 'collections.top'
  | 'collections.create'
  | 'collections.details'
  | 'collections.update'
  | 'collections.delete'
  | 'collections.order'
  | 'collections.merge'
  | 'collections.move';

export const collections: Handlers<Ids> = {
  'collections.list': async ({ actor, query, deps, context }) => {
    const list = { accountId: actor.accountId, spaceId: actor.spaceId, ...query };
    const { records, total, next } = await listCollections(deps, list, context);
    const content = records.map((record) => presentCollection(record, deps.config));
    return { status: 200, body: { content, pagination: describePage(query, total, next) } };
  },

  'collections.simplified': async ({ actor, deps, context }) => {
    const records = await listAllCollections(deps, actor, context);
    const content = records.map((record) => ({
      ...presentCollectionSummary(record),
      position: record.position,
    }));
    return { status: 200, body: { content } };
  },

  'collections.top': async ({ actor, deps, context }) => {
    const records = await listTopCollections(deps, actor, context);
    return { status: 200, body: { content: records.map(presentCollectionSummary) } };
  },

  'collections.create': async ({ actor, body, deps, context }) => {
    const { collection: created, isNew } = await createCollection(deps, actor, body);
    const collection = await countOne(deps, created, context);
    return { status: isNew ? 201 : 200, body: presentCollection(collection, deps.config) };
  },

  'collections.details': async ({ actor, params, query, deps, context }) => {
    const isFirst = query.cursor === undefined && (query.page ?? 1) === 1;
    const collection = isFirst
      ? await openCollection(deps, actor, params.uuid)
      : await getCollection(deps.db, actor.accountId, params.uuid);
    const { accountId, spaceId, id } = collection;
    const matches = await matchesOf(deps, collection, context);
    const list = { ...query, accountId, spaceId, filters: { collection: id, matches } };
    const { records, total, next } = await listBookmarks(deps, list);
    return {
      status: 200,
      body: {
        collection: presentCollection(
          { ...collection, ...(matches && { bookmarkCount: total }) },
          deps.config,
        ),
        space: spaceId,
        bookmarks: records.map(presentBookmark),
        pagination: describePage(query, total, next),
      },
    };
  },

  'collections.update': async ({ actor, params, body, deps, context }) => {
    const changed = await updateCollection(deps, actor, params.uuid, body);
    const collection = await countOne(deps, changed, context);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },

  'collections.delete': async ({ actor, params, query, deps }) => {
    await deleteCollection(deps, actor, params.uuid, { itsBookmarks: query.bookmarks, undo: query.undo });
    return { status: 204, body: null };
  },

  'collections.order': async ({ actor, params, body, deps, context }) => {
    const ordered = await orderCollection(deps, actor, params.uuid, body);
    const collection = await countOne(deps, ordered, context);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },

  'collections.merge': async ({ actor, params, body, deps }) => {
    const collection = await mergeCollection(deps, actor, params.uuid, body);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },

  'collections.move': async ({ actor, params, body, deps, context }) => {
    const moved = await moveCollection(deps, actor, params.uuid, body);
    const collection = await countOne(deps, moved, context);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },
};
