import { queryOptions } from '@tanstack/react-query';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { bookmarkScope } from '@/lib/api/bookmarks';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';

/** Their answers hold readable texts. */
export const copiesKey = ['bookmarks', 'readableCopies'] as const;

export const encryptionQueries = {
  /** Identifiers of the account's keys. */
  keys: () => endpointQuery('bookmarks.keys', {}, { staleTime: minutes(5) }),
  /** Read when it is looked at: it is what the server has at this moment. */
  stored: (uuid: string) => endpointQuery('bookmarks.stored', { params: { uuid } }, { staleTime: 0 }),
  /** Those that lead to the same page and would stay readable. */
  copies: (uuids: readonly string[]) =>
    queryOptions({
      queryKey: [...copiesKey, uuids],
      queryFn: ({ client, signal }) =>
        transportOf(client)('bookmarks.readableCopies', { body: { uuids: [...uuids] } }, { signal }),
      staleTime: 0,
    }),
};

/** More than these are not worth showing ahead of time. */
const optimisticMax = 60;

/** A change of envelopes with the current bookmarks, encrypted or not. */
type OnThese = Input<'bookmarks.reencrypt'> & { readonly bookmarks: readonly Bookmark[] };

export const encryptionMutations = {
  createEncrypted: () => endpointMutation('bookmarks.createEncrypted', { scope: bookmarkScope }),
  /** The last call of a change that was sent in parts; all or none, and the same when it is sent again. */
  applyKeyChange: () => endpointMutation('bookmarks.applyKeyChange', { scope: bookmarkScope }),
  /** All or none: `409 OUTDATED` where one of them was changed since, or would stay under a key that is given up. */
  reencrypt: () =>
    endpointMutation<'bookmarks.reencrypt', OnThese>('bookmarks.reencrypt', {
      scope: bookmarkScope,
      optimistic: ({ body, bookmarks }) => {
        if (bookmarks.length > optimisticMax) return [];
        const ciphers = new Map(body.items.map(({ uuid, cipher }) => [uuid, cipher]));
        return bookmarks.map((before) => ({
          bookmark: { before, after: withCipher(before, ciphers.get(before.uuid), body.hint) },
        }));
      },
    }),
};

const withCipher = (bookmark: Bookmark, cipher = bookmark.cipher, hint = bookmark.hint): Bookmark => ({
  ...bookmark,
  title: null,
  url: null,
  domain: null,
  path: null,
  description: null,
  tags: '',
  encrypted: true,
  cipher,
  hint,
});
