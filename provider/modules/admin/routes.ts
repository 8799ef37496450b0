import type { Handlers } from '@/provider/middleware/handler';
import { listAudit } from '@/provider/modules/audit/audit';
import { listJobs, retryJob } from '@/provider/modules/admin/jobs';
import { getHealth, getStats } from '@/provider/modules/admin/stats';
import { listUsers } from '@/provider/modules/admin/user-list';
import { deleteUser, getUser, signOutUser, updateUser } from '@/provider/modules/admin/users';

type Ids =
  | 'admin.stats'
  | 'admin.health'
  | 'admin.users'
  | 'admin.user'
  | 'admin.updateUser'
  | 'admin.deleteUser'
  | 'admin.signOutUser'
  | 'admin.audit'
  | 'admin.jobs'
  | 'admin.retryJob';

export const admin: Handlers<Ids> = {
  'admin.stats': async ({ deps }) => ({ status: 200, body: await getStats(deps) }),

  'admin.health': async ({ deps }) => ({ status: 200, body: await getHealth(deps) }),

  'admin.users': async ({ query, deps }) => ({ status: 200, body: await listUsers(deps, query) }),

  'admin.user': async ({ params, actor, deps }) => ({
    status: 200,
    body: await getUser(deps, actor, params.uuid),
  }),

  'admin.updateUser': async ({ params, body, actor, deps }) => ({
    status: 200,
    body: await updateUser(deps, actor, params.uuid, body),
  }),

  'admin.deleteUser': async ({ params, actor, context, deps }) => {
    await deleteUser(deps, actor, params.uuid, context);
    return { status: 204, body: null };
  },

  'admin.signOutUser': async ({ params, actor, deps }) => {
    await signOutUser(deps, actor, params.uuid);
    return { status: 204, body: null };
  },

  'admin.audit': async ({ query, deps }) => ({ status: 200, body: await listAudit(deps, query) }),

  'admin.jobs': async ({ deps }) => ({ status: 200, body: await listJobs(deps) }),

  'admin.retryJob': async ({ params, actor, deps }) => {
    await retryJob(deps, actor, params);
    return { status: 204, body: null };
  },
};
