import type { Mutation, Query, QueryClient } from '@tanstack/react-query';
import type { OperationId, Output } from '@/lib/contract';
import type { routes } from '@/lib/contract/routes';

type MethodOf<Id extends OperationId> = (typeof routes)[Id]['method'];

/** Calls that read JSON; calls that return bytes (a file, an image) are links, never cached data. */
export type QueryId = {
  [Id in OperationId]: MethodOf<Id> extends 'GET' ? (Output<Id> extends Response ? never : Id) : never;
}[OperationId];

/** Calls that may change something. */
export type MutationId = {
  [Id in OperationId]: MethodOf<Id> extends 'GET' ? never : Id;
}[OperationId];

/** The resource of a call: the first segment of its operation id and of its cache key. */
export type Root = QueryId extends infer Id ? (Id extends `${infer R}.${string}` ? R : never) : never;

const library = [
  'bookmarks',
  'collections',
  'highlights',
  'search',
  'spaces',
  'tags',
] as const satisfies Root[];

const copied = ['bookmarks', 'copies'] as const satisfies Root[];

/** Writes that invalidate nothing: they read, they leave the page, or no cached query shows their changes. */
type WithoutInvalidation =
  | 'auth.register'
  | 'auth.resendVerification'
  | 'auth.forgotPassword'
  | 'auth.checkResetCode'
  | 'auth.resetPassword'
  | 'auth.finishGoogle'
  | 'auth.login'
  | 'auth.refresh'
  | 'auth.logout'
  | 'account.resendVerification'
  | 'account.changeEmail'
  // Navigates away.
  | 'account.delete'
  // Navigates to Google.
  | 'account.linkGoogle'
  // Called by programs.
  | 'account.revokeToken'
  | 'auth.redeemConnect'
  // The token exists only once its code is redeemed.
  | 'account.approveConnect'
  | 'bookmarks.metadata'
  // Reads pages; the result is shown before it is applied.
  | 'bookmarks.readMetadata'
  // A read; the selection may be too long for a URL.
  | 'bookmarks.exportChosen'
  // The screen that starts it follows its progress.
  | 'bookmarks.readProduct'
  | 'bookmarks.discardProductRead'
  // A read; the uuids may be too long for a URL.
  | 'bookmarks.readableCopies'
  // No screen shows staged changes.
  | 'bookmarks.beginKeyChange'
  | 'bookmarks.addToKeyChange'
  // A visit changes a count and a date, which are patched; a visible list is not sorted again. See `settle`.
  | 'bookmarks.visit'
  // Called by programs.
  | 'bookmarks.uploadCopy'
  | 'copies.upload'
  // A read; a title is too long for a URL.
  | 'collections.suggest'
  // Navigates to the checkout or the portal.
  | 'billing.startCheckout'
  | 'billing.openPortal'
  | 'billing.webhook'
  | 'feedback.send';

/**
 * The roots that each write invalidates. The list is exhaustive: a new write compiles only with an entry here or above.
 * Signing in and out and switching spaces reload the page, so none of their data stays in a cache.
 */
export const invalidation = {
  'auth.verifyEmail': ['account'],
  'account.update': ['account'],
  // The sort order of collections is a preference, and so is the language of the name of the default space.
  'account.updatePreferences': ['account', 'collections', 'spaces'],
  'account.updatePassword': ['account'],
  'account.confirmEmail': ['account'],
  'account.updateAvatar': ['account'],
  'account.deleteAvatar': ['account'],
  'account.unlinkOauth': ['account'],
  'account.deleteSessions': ['account'],
  'account.deleteSession': ['account'],
  'account.createToken': ['account'],
  'account.deleteToken': ['account'],
  'bookmarks.create': library,
  'bookmarks.import': library,
  'bookmarks.undoImport': library,
  'bookmarks.createEncrypted': library,
  'bookmarks.reencrypt': library,
  'bookmarks.applyKeyChange': library,
  'bookmarks.update': library,
  'bookmarks.delete': library,
  'bookmarks.restore': library,
  'bookmarks.favorite': ['bookmarks', 'collections', 'search', 'spaces'],
  'bookmarks.order': ['bookmarks', 'collections'],
  'bookmarks.applyMetadata': library,
  'bookmarks.sendContent': ['bookmarks', 'search'],
  'bookmarks.uploadCover': ['bookmarks', 'collections', 'search'],
  'bookmarks.chooseCover': ['bookmarks', 'collections', 'search'],
  'bookmarks.removeCover': ['bookmarks', 'collections', 'search'],
  'bookmarks.makeCopy': copied,
  'bookmarks.deleteCopy': copied,
  'copies.clear': copied,
  'bookmarks.bulk': library,
  'bookmarks.undo': library,
  'bookmarks.merge': library,
  'bookmarks.mergeDuplicates': library,
  'highlights.create': ['highlights', 'search'],
  'highlights.update': ['highlights'],
  'highlights.delete': ['highlights', 'search'],
  'tags.rename': ['bookmarks', 'collections', 'highlights', 'search', 'tags'],
  'tags.delete': ['bookmarks', 'collections', 'highlights', 'search', 'tags'],
  'tags.renameNamed': ['bookmarks', 'collections', 'highlights', 'search', 'tags'],
  'tags.deleteNamed': ['bookmarks', 'collections', 'highlights', 'search', 'tags'],
  'collections.create': ['collections', 'search', 'spaces'],
  'collections.update': ['bookmarks', 'collections', 'search'],
  'collections.delete': library,
  'collections.order': ['collections'],
  'collections.uploadCover': ['collections'],
  'collections.chooseCover': ['collections'],
  'collections.removeCover': ['collections'],
  'collections.merge': library,
  'collections.move': library,
  'spaces.create': ['spaces'],
  'spaces.update': ['spaces'],
  'spaces.setDefault': ['account', 'spaces'],
  'billing.cancelCheckout': ['billing'],
  'billing.pause': ['account', 'billing'],
  'billing.resume': ['account', 'billing'],
  'billing.cancel': ['account', 'billing'],
  'admin.updateFeedback': ['admin'],
  'admin.deleteFeedback': ['admin'],
  'admin.updateUser': ['admin'],
  'admin.deleteUser': ['admin'],
  'admin.signOutUser': ['admin'],
  'admin.retryJob': ['admin'],
  // Its contents may now be in the current space.
  'spaces.delete': ['account', ...library],
} as const satisfies Record<Exclude<MutationId, WithoutInvalidation>, readonly Root[]>;

const rootsById: Partial<Record<MutationId, readonly Root[]>> = invalidation;

/** Returns the roots that a write invalidates. */
export const rootsTouchedBy = (id: MutationId): ReadonlySet<unknown> => new Set(rootsById[id]);

interface AnyMutation {
  readonly options: Pick<Mutation['options'], 'mutationKey' | 'meta'>;
  readonly state: { readonly variables: unknown };
}

function rootsOf(mutation: AnyMutation): readonly Root[] {
  const id = mutation.options.mutationKey?.[1];
  return rootsById[id as MutationId] ?? [];
}

/** Whether a write is a new change to the library: undoing a change is not, nor is setting a preference. */
export const changesLibrary = (mutation: AnyMutation): boolean =>
  !mutation.options.meta?.keepsUndo &&
  mutation.options.mutationKey?.[1] !== 'account.updatePreferences' &&
  rootsOf(mutation).some((root) => (library as readonly Root[]).includes(root));

/**
 * Refetches what a finished write has changed, except roots that another running write will change too: that write
 * refetches them when it ends, and an earlier response would overwrite its optimistic update.
 */
export function settle(client: QueryClient, finished: AnyMutation, error: unknown): void {
  const running = client
    .getMutationCache()
    .findAll({ status: 'pending', predicate: (other) => other !== finished });
  const busy = new Set(running.flatMap(rootsOf));
  // Visits run beside other writes: the rollback of one also removes what those have changed since.
  const isRolledBack = error !== null && finished.options.mutationKey?.[1] === 'bookmarks.visit';
  const roots = (isRolledBack ? library : rootsOf(finished)).filter((root) => !busy.has(root));
  const removedUuid = error === null ? deletedBy(finished) : null;
  const isGone = ({ queryKey }: Query) => removedUuid !== null && uuidOf(queryKey[2]) === removedUuid;
  refresh(client, roots, isGone);
  void client.invalidateQueries({ predicate: isGone, refetchType: 'none' });
}

/**
 * Returns the uuid of the entity that a write removed. Refetching it while its screen is closing would return 404: it is
 * refetched when it is visited again.
 */
function deletedBy({ options, state }: AnyMutation): string | null {
  const id = options.mutationKey?.[1];
  const isGone = typeof id === 'string' && /\.delete(?:User)?$|^collections\.(?:merge|move)$/.test(id);
  return isGone ? uuidOf(state.variables) : null;
}

function uuidOf(input: unknown): string | null {
  const { params } = (input ?? {}) as { params?: { uuid?: string } };
  return params?.uuid ?? null;
}

/** Invalidates all queries of the given roots except removed entities; visible ones are refetched immediately. */
export function refresh(
  client: QueryClient,
  roots: readonly Root[],
  isGone: (query: Query) => boolean = () => false,
): void {
  const stale = new Set<unknown>(roots);
  if (stale.size === 0) return;
  void client.invalidateQueries({ predicate: (query) => stale.has(query.queryKey[0]) && !isGone(query) });
}
