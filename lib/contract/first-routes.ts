import type { Method, Route } from '@/lib/contract/endpoint';

/**
 * Method and path (after `/v1/`) of the operations that the first screen needs. They are part of the first load of the
 * app; those of `routes.ts` are loaded with the first call to one of them.
 */
export const firstLines = {
  'auth.refresh': 'POST auth/refresh',
  'auth.logout': 'POST auth/logout',

  'account.get': 'GET account',
  'account.update': 'PUT account/update',
  'account.updatePreferences': 'PUT account/update-preferences',

  'bookmarks.list': 'GET bookmarks/list',
  'bookmarks.changes': 'GET bookmarks/changes',
  'bookmarks.create': 'POST bookmarks/create',
  'bookmarks.metadata': 'POST bookmarks/metadata',
  'bookmarks.keys': 'GET bookmarks/keys',
  'bookmarks.encrypted': 'GET bookmarks/encrypted',
  'bookmarks.details': 'GET bookmarks/{uuid}/details',
  'bookmarks.update': 'PUT bookmarks/{uuid}/update',
  'bookmarks.delete': 'DELETE bookmarks/{uuid}/delete',
  'bookmarks.restore': 'POST bookmarks/{uuid}/restore',
  'bookmarks.favorite': 'PUT bookmarks/{uuid}/favorite',
  'bookmarks.order': 'PUT bookmarks/{uuid}/order',
  'bookmarks.visit': 'POST bookmarks/{uuid}/visit',
  'bookmarks.content': 'GET bookmarks/{uuid}/content',
  'bookmarks.bulk': 'POST bookmarks/bulk',
  'bookmarks.undo': 'POST bookmarks/undo/{uuid}',

  'tags.list': 'GET tags/list',

  'collections.list': 'GET collections/list',
  'collections.simplified': 'GET collections/simplified',
  'collections.top': 'GET collections/top',
  'collections.suggest': 'POST collections/suggest',
  'collections.create': 'POST collections/create',
  'collections.details': 'GET collections/{uuid}/details',
  'collections.update': 'PUT collections/{uuid}/update',
  'collections.delete': 'DELETE collections/{uuid}/delete',
  'collections.order': 'PUT collections/{uuid}/order',

  'spaces.list': 'GET spaces/list',
  'spaces.create': 'POST spaces/create',
  'spaces.update': 'PUT spaces/{uuid}/update',
  'spaces.setDefault': 'PUT spaces/{uuid}/default',
  'spaces.delete': 'DELETE spaces/{uuid}/delete',
  'spaces.top': 'GET spaces/top',

  'search.find': 'GET search',
  'search.facets': 'GET search/facets',
} as const;

export type MethodIn<Line> = Line extends `${infer M extends Method} ${string}` ? M : never;

/** Returns the route of a line. */
export function routeOf(line: string): Route {
  const [method, path] = line.split(' ');
  return { method: method as Method, path: `/v1/${path}` };
}
