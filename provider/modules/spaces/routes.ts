import type { Language } from '@/lib/contract/account';
import type { ActiveSpace, Space } from '@/lib/contract/spaces';
import type { Actor } from '@/provider/actor';
import type { Handlers } from '@/provider/middleware/handler';
import {
  createSpace,
  deleteSpace,
  listActiveSpaces,
  listSpaces,
  setDefaultSpace,
  spaceNameIn,
  updateSpace,
  type ActiveSpaceRecord,
  type SpaceRecord,
} from '@/provider/modules/spaces/service';

/** Converts a space to the response for its owner. The current space is that of the request. */
const presentSpace = (space: SpaceRecord, { spaceId }: Actor, locale: Language): Space => ({
  uuid: space.id,
  name: spaceNameIn(space, locale),
  description: space.description,
  isDefault: space.isDefault,
  isCurrent: space.id === spaceId,
  counts: {
    bookmarks: space.bookmarkCount,
    collections: space.collectionCount,
    favorites: space.favoriteCount,
    later: space.laterCount,
    trash: space.trashCount,
  },
  createdAt: space.createdAt.toISOString(),
  lastActivityAt: space.lastActivityAt.toISOString(),
});

/** Converts a space to the response that includes its recent activity. */
const presentActiveSpace = (space: ActiveSpaceRecord, actor: Actor, locale: Language): ActiveSpace => ({
  ...presentSpace(space, actor, locale),
  activity: space.activity,
});

type Ids =
  'spaces.list' | 'spaces.create' | 'spaces.update' | 'spaces.setDefault' | 'spaces.delete' | 'spaces.top';

export const spaces: Handlers<Ids> = {
  'spaces.list': async ({ actor, context, deps }) => {
    const rows = await listSpaces(deps.db, actor.accountId);
    const content = rows.map((space) => presentSpace(space, actor, context.locale));
    const total = content.length;
    return {
      status: 200,
      body: { content, pagination: { page: 1, size: total, total, pages: 1, next: null } },
    };
  },

  'spaces.create': async ({ actor, body, context, deps }) => {
    const { space, isNew } = await createSpace(deps, actor, body);
    return { status: isNew ? 201 : 200, body: presentSpace(space, actor, context.locale) };
  },

  'spaces.update': async ({ actor, params, body, context, deps }) => ({
    status: 200,
    body: presentSpace(await updateSpace(deps, actor, params.uuid, body), actor, context.locale),
  }),

  'spaces.setDefault': async ({ actor, params, context, deps }) => ({
    status: 200,
    body: presentSpace(await setDefaultSpace(deps, actor, params.uuid), actor, context.locale),
  }),

  'spaces.delete': async ({ actor, params, query, deps }) => {
    await deleteSpace(deps, actor, params.uuid, query);
    return { status: 204, body: null };
  },

  'spaces.top': async ({ actor, context, deps }) => {
    const found = await listActiveSpaces(deps, actor.accountId);
    const content = found.map((space) => presentActiveSpace(space, actor, context.locale));
    return { status: 200, body: { content } };
  },
};
