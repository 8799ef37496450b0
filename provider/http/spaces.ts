import type { Handlers } from '@/provider/http/handler';
import { presentSpace } from '@/provider/presenters/space';
import { createSpace, listSpaces, setDefaultSpace, updateSpace } from '@/provider/services/spaces';

type Ids = 'spaces.list' | 'spaces.create' | 'spaces.update' | 'spaces.setDefault';

export const spaces: Handlers<Ids> = {
  'spaces.list': async ({ actor, deps }) => {
    const content = (await listSpaces(deps.db, actor.accountId)).map(presentSpace);
    const total = content.length;
    return {
      status: 200,
      body: { content, pagination: { page: 1, size: total, total, pages: 1, next: null } },
    };
  },

  'spaces.create': async ({ actor, body, deps }) => {
    const { space, isNew } = await createSpace(deps, actor, body);
    return { status: isNew ? 201 : 200, body: presentSpace(space) };
  },

  'spaces.update': async ({ actor, params, body, deps }) => ({
    status: 200,
    body: presentSpace(await updateSpace(deps, actor, params.uuid, body)),
  }),

  'spaces.setDefault': async ({ actor, params, deps }) => ({
    status: 200,
    body: presentSpace(await setDefaultSpace(deps, actor, params.uuid)),
  }),
};
