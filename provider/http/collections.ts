import { presentBookmark } from '@/provider/presenters/bookmark';
import { presentCollection, presentCollectionSummary } from '@/provider/presenters/collection';
import type { Handlers } from '@/provider/http/handler';
import { listBookmarks } from '@/provider/services/bookmarks/list-bookmarks';
import { getCollection } from '@/provider/services/collections/find-collection';
import {
  listAllCollections,
  listCollections,
  listTopCollections,
} from '@/provider/services/collections/list-collections';
import { mergeCollection } from '@/provider/services/collections/merge-collection';
import { moveCollection } from '@/provider/services/collections/move-collection';
import { openCollection } from '@/provider/services/collections/open-collection';
import { orderCollection } from '@/provider/services/collections/order-collection';
import {
  createCollection,
  deleteCollection,
  updateCollection,
} from '@/provider/services/collections/write-collection';
import { describePage } from '@/provider/services/listing/pagination';

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
  'collections.list': async ({ actor, query, deps }) => {
    const { records, total, next } = await listCollections(deps, { spaceId: actor.spaceId, ...query });
    const content = records.map((record) => presentCollection(record, deps.config));
    return { status: 200, body: { content, pagination: describePage(query, total, next) } };
  },

  'collections.simplified': async ({ actor, deps }) => {
    const records = await listAllCollections(deps.db, actor.spaceId);
    return { status: 200, body: { content: records.map(presentCollectionSummary) } };
  },

  'collections.top': async ({ actor, deps }) => {
    const records = await listTopCollections(deps.db, actor.spaceId);
    return { status: 200, body: { content: records.map(presentCollectionSummary) } };
  },

  'collections.create': async ({ actor, body, deps }) => {
    const { collection, isNew } = await createCollection(deps, actor, body);
    return { status: isNew ? 201 : 200, body: presentCollection(collection, deps.config) };
  },

  'collections.details': async ({ actor, params, query, deps }) => {
    const isFirst = query.cursor === undefined && (query.page ?? 1) === 1;
    const collection = isFirst
      ? await openCollection(deps, actor, params.uuid)
      : await getCollection(deps.db, actor.accountId, params.uuid);
    const { spaceId, id } = collection;
    const list = { ...query, spaceId, filters: { collection: id } };
    const { records, total, next } = await listBookmarks(deps, list);
    return {
      status: 200,
      body: {
        collection: presentCollection(collection, deps.config),
        bookmarks: records.map(presentBookmark),
        pagination: describePage(query, total, next),
      },
    };
  },

  'collections.update': async ({ actor, params, body, deps }) => {
    const collection = await updateCollection(deps, actor, params.uuid, body);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },

  'collections.delete': async ({ actor, params, query, deps }) => {
    await deleteCollection(deps, actor, params.uuid, query.bookmarks);
    return { status: 204, body: null };
  },

  'collections.order': async ({ actor, params, body, deps }) => {
    const collection = await orderCollection(deps, actor, params.uuid, body);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },

  'collections.merge': async ({ actor, params, body, deps }) => {
    const collection = await mergeCollection(deps, actor, params.uuid, body.into);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },

  'collections.move': async ({ actor, params, body, deps }) => {
    const collection = await moveCollection(deps, actor, params.uuid, body.space);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },
};
