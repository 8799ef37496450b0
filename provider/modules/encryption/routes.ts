import type { Handlers } from '@/provider/middleware/handler';
import { presentBookmark } from '@/provider/modules/bookmarks/record';
import { createEncrypted } from '@/provider/modules/encryption/create';
import { addToKeyChange, applyKeyChange, beginKeyChange } from '@/provider/modules/encryption/key-change';
import { findReadableCopies, listEncrypted, listKeys } from '@/provider/modules/encryption/lists';
import { readStored, reencrypt } from '@/provider/modules/encryption/reencrypt';

type Ids =
  | 'bookmarks.keys'
  | 'bookmarks.encrypted'
  | 'bookmarks.createEncrypted'
  | 'bookmarks.reencrypt'
  | 'bookmarks.readableCopies'
  | 'bookmarks.beginKeyChange'
  | 'bookmarks.addToKeyChange'
  | 'bookmarks.applyKeyChange'
  | 'bookmarks.stored';

export const encryption: Handlers<Ids> = {
  'bookmarks.keys': async ({ actor, deps }) => ({
    status: 200,
    body: { content: await listKeys(deps, actor) },
  }),

  'bookmarks.encrypted': async ({ actor, query, deps }) => {
    const { records, next } = await listEncrypted(deps, actor, query);
    return { status: 200, body: { content: records.map(presentBookmark), next } };
  },

  'bookmarks.createEncrypted': async ({ actor, body, deps }) => ({
    status: 201,
    body: { created: await createEncrypted(deps, actor, body.items) },
  }),

  'bookmarks.reencrypt': async ({ actor, body, deps }) => ({
    status: 200,
    body: { affected: await reencrypt(deps, actor, body) },
  }),

  'bookmarks.readableCopies': async ({ actor, body, deps }) => {
    const { records, total } = await findReadableCopies(deps, actor, body.uuids);
    return { status: 200, body: { content: records.map(presentBookmark), total } };
  },

  'bookmarks.beginKeyChange': async ({ actor, deps }) => ({
    status: 201,
    body: { uuid: await beginKeyChange(deps, actor) },
  }),

  'bookmarks.addToKeyChange': async ({ actor, params, body, deps }) => ({
    status: 200,
    body: { added: await addToKeyChange(deps, actor, params.uuid, body.items) },
  }),

  'bookmarks.applyKeyChange': async ({ actor, params, body, deps }) => ({
    status: 200,
    body: { affected: await applyKeyChange(deps, actor, params.uuid, body) },
  }),

  'bookmarks.stored': async ({ actor, params, deps }) => ({
    status: 200,
    body: await readStored(deps, actor, params.uuid),
  }),
};
