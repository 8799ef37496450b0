import type { Handlers } from '@/provider/middleware/handler';
import {
  listFeedback,
  readScreenshot,
  removeFeedback,
  setFeedbackState,
  storeFeedback,
} from '@/provider/modules/feedback/service';

type Ids =
  'feedback.send' | 'admin.feedback' | 'admin.screenshot' | 'admin.updateFeedback' | 'admin.deleteFeedback';

export const feedback: Handlers<Ids> = {
  'feedback.send': async ({ actor, body, context, deps }) => {
    await storeFeedback(deps, body, { accountId: actor?.accountId ?? null, context });
    return { status: 204, body: null };
  },

  'admin.feedback': async ({ query, deps }) => ({ status: 200, body: await listFeedback(deps, query) }),

  'admin.screenshot': async ({ params, deps }) => ({
    status: 200,
    body: new Uint8Array(await readScreenshot(deps, params.uuid)),
    headers: { 'content-type': 'image/png' },
  }),

  'admin.updateFeedback': async ({ params, body, actor, deps }) => {
    await setFeedbackState(deps, actor, params.uuid, body.state);
    return { status: 204, body: null };
  },

  'admin.deleteFeedback': async ({ params, actor, deps }) => {
    await removeFeedback(deps, actor, params.uuid);
    return { status: 204, body: null };
  },
};
