import type { Route } from '@/lib/contract/endpoint';
import { firstLines, routeOf, type MethodIn } from '@/lib/contract/first-routes';

/**
 * Method and path (after `/v1/`) of every operation of `/v1`. It contains no schemas and nothing that only the service
 * needs, so that a browser can build requests from it with a few lines of code. `endpoints/` adds the schemas,
 * `audiences.ts` who may call.
 */
const lines = {
  ...firstLines,

  'auth.register': 'POST auth/register',
  'auth.verifyEmail': 'POST auth/verify-email',
  'auth.resendVerification': 'POST auth/resend-verification',
  'auth.forgotPassword': 'POST auth/forgot-password',
  'auth.checkResetCode': 'POST auth/reset-password/check',
  'auth.resetPassword': 'POST auth/reset-password',
  'auth.login': 'POST auth/login',
  'auth.methods': 'GET auth/methods',
  'auth.startGoogle': 'GET auth/oauth/google',
  'auth.finishGoogle': 'POST auth/oauth/google/callback',
  'auth.redeemConnect': 'POST auth/connect/redeem',

  'account.resendVerification': 'POST account/resend-verification-email',
  'account.updatePassword': 'PUT account/update-password',
  'account.changeEmail': 'POST account/email',
  'account.confirmEmail': 'PUT account/email',
  'account.delete': 'DELETE account/delete',
  'account.updateAvatar': 'PUT account/avatar',
  'account.deleteAvatar': 'DELETE account/avatar',
  'account.avatar': 'GET account/avatar/{uuid}',
  'account.linkGoogle': 'POST account/oauth/google',
  'account.unlinkOauth': 'DELETE account/unlink-oauth',
  'account.sessions': 'GET account/sessions',
  'account.deleteSessions': 'DELETE account/sessions',
  'account.deleteSession': 'DELETE account/sessions/{uuid}',
  'account.tokens': 'GET account/tokens',
  'account.createToken': 'POST account/tokens',
  'account.deleteToken': 'DELETE account/tokens/{uuid}',
  'account.revokeToken': 'DELETE account/token',
  'account.connectClient': 'GET account/connect/client',
  'account.approveConnect': 'POST account/connect',
  'account.tokenCalls': 'GET account/tokens/{uuid}/calls',

  'bookmarks.readMetadata': 'POST bookmarks/metadata/read',
  'bookmarks.applyMetadata': 'POST bookmarks/metadata/apply',
  'bookmarks.export': 'GET bookmarks/export',
  'bookmarks.exportChosen': 'POST bookmarks/export',
  'bookmarks.import': 'POST bookmarks/import',
  'bookmarks.getImport': 'GET bookmarks/import/{uuid}',
  'bookmarks.undoImport': 'DELETE bookmarks/import/{uuid}',
  'bookmarks.createEncrypted': 'POST bookmarks/encrypted',
  'bookmarks.reencrypt': 'PUT bookmarks/encrypted',
  'bookmarks.readableCopies': 'POST bookmarks/encrypted/copies',
  'bookmarks.beginKeyChange': 'POST bookmarks/keys/change',
  'bookmarks.addToKeyChange': 'PUT bookmarks/keys/change/{uuid}',
  'bookmarks.applyKeyChange': 'POST bookmarks/keys/change/{uuid}',
  'bookmarks.sendContent': 'PUT bookmarks/{uuid}/content',
  'bookmarks.cover': 'GET bookmarks/{uuid}/cover',
  'bookmarks.uploadCover': 'PUT bookmarks/{uuid}/cover',
  'bookmarks.chooseCover': 'POST bookmarks/{uuid}/cover',
  'bookmarks.removeCover': 'DELETE bookmarks/{uuid}/cover',
  'bookmarks.pictures': 'GET bookmarks/{uuid}/pictures',
  'bookmarks.copies': 'GET bookmarks/{uuid}/copies',
  'bookmarks.makeCopy': 'PUT bookmarks/{uuid}/copies',
  'bookmarks.uploadCopy': 'POST bookmarks/{uuid}/copies',
  'bookmarks.copy': 'GET bookmarks/{uuid}/copies/{copy}',
  'bookmarks.copyPicture': 'GET bookmarks/{uuid}/copies/{copy}/pictures/{picture}',
  'bookmarks.copyFile': 'GET bookmarks/{uuid}/copies/{copy}/file',
  'bookmarks.deleteCopy': 'DELETE bookmarks/{uuid}/copies/{copy}',
  'bookmarks.stored': 'GET bookmarks/{uuid}/stored',
  'bookmarks.duplicates': 'GET bookmarks/duplicates',
  'bookmarks.merge': 'POST bookmarks/merge',
  'bookmarks.mergeDuplicates': 'POST bookmarks/duplicates/merge',

  'highlights.list': 'GET highlights',
  'highlights.export': 'GET highlights/export',
  'highlights.update': 'PUT highlights/{uuid}',
  'highlights.delete': 'DELETE highlights/{uuid}',
  'highlights.ofBookmark': 'GET bookmarks/{uuid}/highlights',
  'highlights.create': 'POST bookmarks/{uuid}/highlights',

  'tags.rename': 'PUT tags/{name}',
  'tags.delete': 'DELETE tags/{name}',
  'tags.renameNamed': 'POST tags/named/rename',
  'tags.deleteNamed': 'POST tags/named/delete',

  'collections.suggested': 'GET collections/suggested',
  'collections.listed': 'GET collections/public',
  'collections.public': 'GET collections/public/{uuid}/{slug}',
  'collections.merge': 'POST collections/{uuid}/merge',
  'collections.move': 'POST collections/{uuid}/move',

  'search.examples': 'GET search/examples',

  'copies.upload': 'POST copies',
  'copies.usage': 'GET copies/usage',
  'copies.clear': 'POST copies/clear',

  'preview.favicon': 'GET preview/favicon',
  'preview.publicFavicon': 'GET preview/favicon/public',
  'preview.publicCover': 'GET preview/cover/public',

  'billing.get': 'GET billing',
  'billing.startCheckout': 'POST billing/checkout',
  'billing.getCheckout': 'GET billing/checkout/{uuid}',
  'billing.cancelCheckout': 'DELETE billing/checkout/{uuid}',
  'billing.openPortal': 'POST billing/portal',
  'billing.pause': 'POST billing/pause',
  'billing.resume': 'POST billing/resume',
  'billing.cancel': 'POST billing/cancel',
  'billing.webhook': 'POST billing/webhook',

  'feedback.send': 'POST feedback',

  'admin.feedback': 'GET admin/feedback',
  'admin.screenshot': 'GET admin/feedback/{uuid}/screenshot',
  'admin.updateFeedback': 'PUT admin/feedback/{uuid}',
  'admin.deleteFeedback': 'DELETE admin/feedback/{uuid}',
  'admin.stats': 'GET admin/stats',
  'admin.health': 'GET admin/health',
  'admin.users': 'GET admin/users',
  'admin.user': 'GET admin/users/{uuid}',
  'admin.updateUser': 'PUT admin/users/{uuid}',
  'admin.deleteUser': 'DELETE admin/users/{uuid}',
  'admin.signOutUser': 'POST admin/users/{uuid}/sign-out',
  'admin.audit': 'GET admin/audit',
  'admin.jobs': 'GET admin/jobs',
  'admin.retryJob': 'POST admin/jobs/{queue}/{id}/retry',

  'service.health': 'GET health',
  'service.openapi': 'GET openapi.json',
} as const;

export type OperationId = keyof typeof lines;

export const operationIds = Object.keys(lines) as OperationId[];

/** Method and path of every operation. */
export const routes = Object.fromEntries(operationIds.map((id) => [id, routeOf(lines[id])])) as {
  readonly [Id in OperationId]: Route & { readonly method: MethodIn<(typeof lines)[Id]> };
};
