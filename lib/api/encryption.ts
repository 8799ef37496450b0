import { queryOptions } from '@tanstack/react-query';
import { withoutTexts } from '@/lib/bookmark/hidden-texts';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { bookmarkScope } from '@/lib/api/bookmarks';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes, optimisticMax } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';

/** Cache key of the readable copies, whose responses contain plaintext. */
export const copiesKey = ['bookmarks', 'readableCopies'] as const;

export const encryptionQueries = {
  /** Identifiers of the account's keys. */
  keys: () => endpointQuery('bookmarks.keys', {}, { staleTime: minutes(5) }),
  /** What the server currently stores; refetched whenever it is shown. */
  stored: (uuid: string) => endpointQuery('bookmarks.stored', { params: { uuid } }, { staleTime: 0 }),
  /** Bookmarks of the same pages that would stay readable. */
  copies: (uuids: readonly string[]) =>
    queryOptions({
      queryKey: [...copiesKey, uuids],
      queryFn: ({ client, signal }) =>
        transportOf(client)('bookmarks.readableCopies', { body: { uuids: [...uuids] } }, { signal }),
      staleTime: 0,
    }),
};

/** A change of envelopes with the current bookmarks, encrypted or not. */
type ReencryptVariables = Input<'bookmarks.reencrypt'> & { readonly bookmarks: readonly Bookmark[] };

export const encryptionMutations = {
  createEncrypted: () => endpointMutation('bookmarks.createEncrypted', { scope: bookmarkScope }),
  /** Commits a key change that was sent in parts; atomic and idempotent. */
  applyKeyChange: () => endpointMutation('bookmarks.applyKeyChange', { scope: bookmarkScope }),
  /** Atomic: `409 OUTDATED` if a bookmark was changed since, or would stay under a key that is removed. */
  reencrypt: () =>
    endpointMutation<'bookmarks.reencrypt', ReencryptVariables>('bookmarks.reencrypt', {
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

const withCipher = (bookmark: Bookmark, cipher = bookmark.cipher, hint = bookmark.hint): Bookmark =>
  withoutTexts({ ...bookmark, encrypted: true, cipher, hint });
