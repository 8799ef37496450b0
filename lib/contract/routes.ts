import type { Route } from '@/lib/contract/endpoint';

/**
 * Every call of `/v1`: method, path and audience. It holds no schema, so that a browser can build requests from it
 * without loading the validator; `endpoints/` adds the schemas.
 */
export const routes = {
  'auth.register': { method: 'POST', path: '/v1/auth/register', audience: 'none' },
  'auth.verifyEmail': { method: 'POST', path: '/v1/auth/verify-email', audience: 'none' },
  'auth.resendVerification': { method: 'POST', path: '/v1/auth/resend-verification', audience: 'none' },
  'auth.forgotPassword': { method: 'POST', path: '/v1/auth/forgot-password', audience: 'none' },
  'auth.resetPassword': { method: 'POST', path: '/v1/auth/reset-password', audience: 'none' },
  'auth.login': { method: 'POST', path: '/v1/auth/login', audience: 'none' },
  'auth.refresh': { method: 'POST', path: '/v1/auth/refresh', audience: 'none' },
  'auth.logout': { method: 'POST', path: '/v1/auth/logout', audience: 'member' },

  'auth.methods': { method: 'GET', path: '/v1/auth/methods', audience: 'none' },
  'auth.startGoogle': { method: 'GET', path: '/v1/auth/oauth/google', audience: 'none' },
  'auth.finishGoogle': { method: 'POST', path: '/v1/auth/oauth/google/callback', audience: 'none' },

  'account.get': { method: 'GET', path: '/v1/account', audience: 'member' },
  'account.update': { method: 'PUT', path: '/v1/account/update', audience: 'member' },
  'account.resendVerification': {
    method: 'POST',
    path: '/v1/account/resend-verification-email',
    audience: 'member',
  },
  'account.updatePreferences': { method: 'PUT', path: '/v1/account/update-preferences', audience: 'member' },

  'account.updatePassword': { method: 'PUT', path: '/v1/account/update-password', audience: 'member' },
  'account.changeEmail': { method: 'POST', path: '/v1/account/email', audience: 'member' },
  'account.confirmEmail': { method: 'PUT', path: '/v1/account/email', audience: 'member' },
  'account.delete': { method: 'DELETE', path: '/v1/account/delete', audience: 'member' },
  'account.updateAvatar': { method: 'PUT', path: '/v1/account/avatar', audience: 'member' },
  'account.deleteAvatar': { method: 'DELETE', path: '/v1/account/avatar', audience: 'member' },
  'account.avatar': { method: 'GET', path: '/v1/account/avatar/{uuid}', audience: 'member' },
  'account.linkGoogle': { method: 'POST', path: '/v1/account/oauth/google', audience: 'member' },
  'account.unlinkOauth': { method: 'DELETE', path: '/v1/account/unlink-oauth', audience: 'member' },
  'account.sessions': { method: 'GET', path: '/v1/account/sessions', audience: 'member' },
  'account.deleteSessions': { method: 'DELETE', path: '/v1/account/sessions', audience: 'member' },
  'account.deleteSession': { method: 'DELETE', path: '/v1/account/sessions/{uuid}', audience: 'member' },
  'account.tokens': { method: 'GET', path: '/v1/account/tokens', audience: 'member' },
  'account.createToken': { method: 'POST', path: '/v1/account/tokens', audience: 'member' },
  'account.deleteToken': { method: 'DELETE', path: '/v1/account/tokens/{uuid}', audience: 'member' },

  'bookmarks.list': { method: 'GET', path: '/v1/bookmarks/list', audience: 'member' },
  'bookmarks.create': { method: 'POST', path: '/v1/bookmarks/create', audience: 'member' },
  'bookmarks.metadata': { method: 'POST', path: '/v1/bookmarks/metadata', audience: 'member' },
  'bookmarks.export': { method: 'GET', path: '/v1/bookmarks/export', audience: 'member' },
  'bookmarks.exportChosen': { method: 'POST', path: '/v1/bookmarks/export', audience: 'member' },
  'bookmarks.import': { method: 'POST', path: '/v1/bookmarks/import', audience: 'member' },
  'bookmarks.getImport': { method: 'GET', path: '/v1/bookmarks/import/{uuid}', audience: 'member' },
  'bookmarks.undoImport': { method: 'DELETE', path: '/v1/bookmarks/import/{uuid}', audience: 'member' },
  'bookmarks.update': { method: 'PUT', path: '/v1/bookmarks/{uuid}/update', audience: 'member' },
  'bookmarks.delete': { method: 'DELETE', path: '/v1/bookmarks/{uuid}/delete', audience: 'member' },
  'bookmarks.restore': { method: 'POST', path: '/v1/bookmarks/{uuid}/restore', audience: 'member' },
  'bookmarks.favorite': { method: 'PUT', path: '/v1/bookmarks/{uuid}/favorite', audience: 'member' },
  'bookmarks.order': { method: 'PUT', path: '/v1/bookmarks/{uuid}/order', audience: 'member' },
  'bookmarks.visit': { method: 'POST', path: '/v1/bookmarks/{uuid}/visit', audience: 'member' },
  'bookmarks.content': { method: 'GET', path: '/v1/bookmarks/{uuid}/content', audience: 'member' },
  'bookmarks.bulk': { method: 'POST', path: '/v1/bookmarks/bulk', audience: 'member' },
  'bookmarks.undo': { method: 'POST', path: '/v1/bookmarks/undo/{uuid}', audience: 'member' },
  'bookmarks.duplicates': { method: 'GET', path: '/v1/bookmarks/duplicates', audience: 'member' },
  'bookmarks.merge': { method: 'POST', path: '/v1/bookmarks/merge', audience: 'member' },
  'bookmarks.mergeDuplicates': { method: 'POST', path: '/v1/bookmarks/duplicates/merge', audience: 'member' },

  'tags.list': { method: 'GET', path: '/v1/tags/list', audience: 'member' },
  'tags.rename': { method: 'PUT', path: '/v1/tags/{name}', audience: 'member' },
  'tags.delete': { method: 'DELETE', path: '/v1/tags/{name}', audience: 'member' },

  'collections.list': { method: 'GET', path: '/v1/collections/list', audience: 'member' },
  'collections.simplified': { method: 'GET', path: '/v1/collections/simplified', audience: 'member' },
  'collections.top': { method: 'GET', path: '/v1/collections/top', audience: 'member' },
  'collections.create': { method: 'POST', path: '/v1/collections/create', audience: 'member' },
  'collections.details': { method: 'GET', path: '/v1/collections/{uuid}/details', audience: 'member' },
  'collections.update': { method: 'PUT', path: '/v1/collections/{uuid}/update', audience: 'member' },
  'collections.delete': { method: 'DELETE', path: '/v1/collections/{uuid}/delete', audience: 'member' },
  'collections.order': { method: 'PUT', path: '/v1/collections/{uuid}/order', audience: 'member' },
  'collections.merge': { method: 'POST', path: '/v1/collections/{uuid}/merge', audience: 'member' },
  'collections.move': { method: 'POST', path: '/v1/collections/{uuid}/move', audience: 'member' },

  'spaces.list': { method: 'GET', path: '/v1/spaces/list', audience: 'member' },
  'spaces.create': { method: 'POST', path: '/v1/spaces/create', audience: 'member' },
  'spaces.update': { method: 'PUT', path: '/v1/spaces/{uuid}/update', audience: 'member' },
  'spaces.setDefault': { method: 'PUT', path: '/v1/spaces/{uuid}/default', audience: 'member' },
  'spaces.delete': { method: 'DELETE', path: '/v1/spaces/{uuid}/delete', audience: 'member' },
  'spaces.top': { method: 'GET', path: '/v1/spaces/top', audience: 'member' },

  'search.find': { method: 'GET', path: '/v1/search', audience: 'member' },

  'preview.favicon': { method: 'GET', path: '/v1/preview/favicon', audience: 'member' },
  'service.health': { method: 'GET', path: '/v1/health', audience: 'none' },
  'service.openapi': { method: 'GET', path: '/v1/openapi.json', audience: 'none' },
} as const satisfies Record<string, Route>;

export type OperationId = keyof typeof routes;

export const operationIds = Object.keys(routes) as OperationId[];
