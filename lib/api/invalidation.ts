import type { Mutation, Query, QueryClient } from '@tanstack/react-query';
import type { OperationId, Output } from '@/lib/contract';
import type { routes } from '@/lib/contract/routes';

type MethodOf<Id extends OperationId> = (typeof routes)[Id]['method'];

/** Calls that read JSON; those that answer bytes (a file, an image) are links, never cached data. */
export type QueryId = {
  [Id in OperationId]: MethodOf<Id> extends 'GET' ? (Output<Id> extends Response ? never : Id) : never;
}[OperationId];

/** Calls that may change something. */
export type MutationId = {
  [Id in OperationId]: MethodOf<Id> extends 'GET' ? never : Id;
}[OperationId];

/** The resource that a call belongs to: the first word of its operation id, and of its cache key. */
export type Root = QueryId extends infer Id ? (Id extends `${infer R}.${string}` ? R : never) : never;

const library = ['bookmarks', 'collections', 'search', 'spaces', 'tags'] as const satisfies Root[];

/** Writes that make nothing out of date. They read, they leave the page, or no cached query shows what they change. */
type WithoutInvalidation =
  | 'auth.register'
  | 'auth.resendVerification'
  | 'auth.forgotPassword'
  | 'auth.resetPassword'
  | 'auth.finishGoogle'
  | 'auth.login'
  | 'auth.refresh'
  | 'auth.logout'
  | 'account.resendVerification'
  | 'account.changeEmail'
  // The page is left.
  | 'account.delete'
  // The page is left for Google.
  | 'account.linkGoogle'
  | 'bookmarks.metadata'
  // It reads; only what is chosen is too long for an address.
  | 'bookmarks.exportChosen'
  // It reads; the uuids may be too long for an address.
  | 'bookmarks.readableCopies'
  // What is put aside is nowhere seen.
  | 'bookmarks.beginKeyChange'
  | 'bookmarks.addToKeyChange'
  // A visit changes a number and a date, which are patched; a visible list is not sorted again for it.
  | 'bookmarks.visit'
  // It reads; a title is too long for an address.
  | 'collections.suggest'
  // The page is left for the checkout, or the portal.
  | 'billing.startCheckout'
  | 'billing.openPortal'
  | 'billing.webhook'
  | 'feedback.send';

/**
 * What each write makes out of date. The list is exhaustive: a new write does not compile until somebody decides.
 * Signing in and out and switching spaces reload the page, so none of their data stays in a cache.
 */
export const invalidation = {
  'auth.verifyEmail': ['account'],
  'account.update': ['account'],
  // The order of collections is one of them.
  'account.updatePreferences': ['account', 'collections'],
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
  'bookmarks.bulk': library,
  'bookmarks.undo': library,
  'bookmarks.merge': library,
  'bookmarks.mergeDuplicates': library,
  'tags.rename': ['bookmarks', 'collections', 'search', 'tags'],
  'tags.delete': ['bookmarks', 'collections', 'search', 'tags'],
  'tags.renameNamed': ['bookmarks', 'collections', 'search', 'tags'],
  'tags.deleteNamed': ['bookmarks', 'collections', 'search', 'tags'],
  'collections.create': ['collections', 'search', 'spaces'],
  'collections.update': ['bookmarks', 'collections', 'search'],
  'collections.delete': library,
  'collections.order': ['collections'],
  'collections.merge': library,
  'collections.move': library,
  'spaces.create': ['spaces'],
  'spaces.update': ['spaces'],
  'spaces.setDefault': ['account', 'spaces'],
  'billing.cancelCheckout': ['billing'],
  'billing.pause': ['account', 'billing'],
  'billing.resume': ['account', 'billing'],
  'billing.cancel': ['account', 'billing'],
  'admin.deleteFeedback': ['admin'],
  'admin.updateUser': ['admin'],
  'admin.deleteUser': ['admin'],
  'admin.signOutUser': ['admin'],
  'admin.retryJob': ['admin'],
  // What was in it may now be in the space in use.
  'spaces.delete': ['account', ...library],
} as const satisfies Record<Exclude<MutationId, WithoutInvalidation>, readonly Root[]>;

const rootsById: Partial<Record<MutationId, readonly Root[]>> = invalidation;

/** The resources, as the first word of their cache keys, that a write makes out of date. */
export const rootsTouchedBy = (id: MutationId): ReadonlySet<unknown> => new Set(rootsById[id]);

interface AnyMutation {
  readonly options: Pick<Mutation['options'], 'mutationKey'>;
  readonly state: { readonly variables: unknown };
}

function rootsOf(mutation: AnyMutation): readonly Root[] {
  const id = mutation.options.mutationKey?.[1];
  return rootsById[id as MutationId] ?? [];
}

/**
 * Reads again what a finished write has changed, except what another running write will change too: its own end does
 * that, and until then an answer would overwrite what it shows ahead of time.
 */
export function settle(client: QueryClient, finished: AnyMutation, error: unknown): void {
  const running = client
    .getMutationCache()
    .findAll({ status: 'pending', predicate: (other) => other !== finished });
  const busy = new Set(running.flatMap(rootsOf));
  const roots = rootsOf(finished).filter((root) => !busy.has(root));
  const gone = error === null ? deletedBy(finished) : null;
  refresh(client, roots, ({ queryKey }) => gone !== null && uuidOf(queryKey[2]) === gone);
}

/** What a write took away: asking for it once more, while its screen is being left, finds nothing. */
function deletedBy({ options, state }: AnyMutation): string | null {
  const id = options.mutationKey?.[1];
  const isGone = typeof id === 'string' && /\.delete(?:User)?$|^collections\.(?:merge|move)$/.test(id);
  return isGone ? uuidOf(state.variables) : null;
}

function uuidOf(input: unknown): string | null {
  const { params } = (input ?? {}) as { params?: { uuid?: string } };
  return params?.uuid ?? null;
}

/** Everything that the named resources hold is out of date; what is on the screen is read again now. */
export function refresh(
  client: QueryClient,
  roots: readonly Root[],
  isGone: (query: Query) => boolean = () => false,
): void {
  const stale = new Set<unknown>(roots);
  if (stale.size === 0) return;
  void client.invalidateQueries({ predicate: (query) => stale.has(query.queryKey[0]) && !isGone(query) });
}
