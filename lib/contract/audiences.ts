import type { Audience } from '@/lib/contract/endpoint';
import type { OperationId } from '@/lib/contract/routes';

/** Operations whose audience is not `member`. */
const others = {
  'auth.register': 'none',
  'auth.verifyEmail': 'none',
  'auth.resendVerification': 'none',
  'auth.forgotPassword': 'none',
  'auth.checkResetCode': 'none',
  'auth.resetPassword': 'none',
  'auth.login': 'none',
  'auth.refresh': 'none',
  'auth.methods': 'none',
  'auth.startGoogle': 'none',
  'auth.finishGoogle': 'none',
  'auth.redeemConnect': 'none',
  'collections.listed': 'none',
  'collections.public': 'none',
  'preview.publicFavicon': 'none',
  'preview.publicCover': 'none',
  'billing.webhook': 'none',
  'feedback.send': 'optional',
  'admin.feedback': 'admin',
  'admin.screenshot': 'admin',
  'admin.updateFeedback': 'admin',
  'admin.deleteFeedback': 'admin',
  'admin.stats': 'admin',
  'admin.health': 'admin',
  'admin.users': 'admin',
  'admin.user': 'admin',
  'admin.updateUser': 'admin',
  'admin.deleteUser': 'admin',
  'admin.signOutUser': 'admin',
  'admin.audit': 'admin',
  'admin.jobs': 'admin',
  'admin.retryJob': 'admin',
  'service.health': 'none',
  'service.openapi': 'none',
} as const satisfies { [Id in OperationId]?: Audience };

/** Audience of an operation. */
export type AudienceOf<Id extends OperationId> = Id extends keyof typeof others
  ? (typeof others)[Id]
  : 'member';

const byId: { readonly [Id in OperationId]?: Audience } = others;

export const audienceOf = (id: OperationId): Audience => byId[id] ?? 'member';
