import { z } from 'zod';
import { AccountSession, Plan } from '@/lib/contract/account';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Flag, paged, Pagination, SortOrder, text, Timestamp, Uuid } from '@/lib/contract/primitives';

const count = z.int().min(0);
const perDay = { date: z.iso.date() };

export const AdminStats = z
  .object({
    accounts: z.object({ total: count, verified: count, pro: count, suspended: count, admins: count }),
    active: z
      .object({ day: count, week: count, month: count })
      .meta({ description: 'Accounts active in the last 1, 7 and 30 days.' }),
    newAccounts: z.array(z.object({ ...perDay, count })).meta({
      description: `Sign-ups per day (UTC) in the last ${serviceLimits.statsDays} days, oldest first.`,
    }),
    bookmarks: count.meta({ description: 'Excludes bookmarks in the trash.' }),
    collections: count,
    spaces: count,
    imports: z
      .object({ queued: count, running: count, done: count, failed: count, undone: count })
      .meta({ description: `Imports started in the last ${serviceLimits.statsDays} days.` }),
    jobs: z.object({ queued: count, active: count, failed: count }),
    errors: z.array(z.object({ ...perDay, responses: count, jobs: count })).meta({
      description: `Responses with status 500 and failed jobs per day (UTC) in the last ${serviceLimits.statsDays} days, oldest first.`,
    }),
    storageBytes: count.meta({ description: 'Storage used by the bookmarks of all accounts.' }),
    databaseBytes: count,
  })
  .meta({ id: 'AdminStats' });
export type AdminStats = z.infer<typeof AdminStats>;

const user = {
  uuid: Uuid,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  plan: Plan.meta({ description: 'Plan of the account, regardless of `SELF_HOSTED_PLAN`.' }),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  suspendedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  lastActiveAt: Timestamp.meta({
    description: 'Accurate to about five minutes. Time of sign-up if the account was never used.',
  }),
  bookmarks: count.meta({ description: 'Excludes bookmarks in the trash.' }),
};

export const AdminUser = z.object(user).meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof AdminUser>;

export const AdminUserSort = z.enum(['createdAt', 'lastActive', 'email', 'bookmarks']);
export type AdminUserSort = z.infer<typeof AdminUserSort>;

export const AdminUsersQuery = paged({
  q: text(limits.emailLength).optional().meta({
    description:
      'Text to find in the email address or name, ignoring case and accents. One or two letters match only the beginning of the address.',
  }),
  plan: Plan.optional().meta({ description: 'Plan of the account, regardless of `SELF_HOSTED_PLAN`.' }),
  verified: Flag.optional(),
  suspended: Flag.optional(),
  admin: Flag.optional(),
  sortField: AdminUserSort.default('createdAt').meta({
    description: 'Sorting by `lastActive` and `bookmarks` uses values up to five minutes old.',
  }),
  sortOrder: SortOrder.default('DESC'),
}).refine(({ page = 1, size }) => page * size <= serviceLimits.adminPagedRows, {
  message: 'too_big',
  path: ['page'],
});

export const AdminUserPage = z
  .object({
    content: z.array(AdminUser),
    pagination: Pagination.extend({
      isEstimate: z.boolean().meta({ description: 'Whether `total` and `pages` are estimates.' }),
    }),
  })
  .meta({ id: 'AdminUserPage' });
export type AdminUserPage = z.infer<typeof AdminUserPage>;

export const AdminSession = AccountSession.pick({
  uuid: true,
  browser: true,
  system: true,
  device: true,
  createdAt: true,
  lastUsedAt: true,
}).meta({ id: 'AdminSession' });
export type AdminSession = z.infer<typeof AdminSession>;

export const AdminUserDetails = z
  .object({
    ...user,
    isSelf: z.boolean().meta({ description: 'Whether this is the caller’s account.' }),
    isConfiguredAdmin: z.boolean().meta({
      description: 'Whether the account is an administrator set by `ADMIN_EMAIL`.',
    }),
    planInForce: Plan.meta({ description: 'Plan currently in effect.' }),
    planSource: z.enum(['account', 'installation']).meta({
      description:
        'Source of `planInForce`. `installation`: set for all accounts by `SELF_HOSTED_PLAN`, which overrides `plan`.',
    }),
    isPaying: z.boolean().meta({ description: 'Whether the account has Pro through a Stripe subscription.' }),
    hasPassword: z.boolean(),
    oauth: z.array(z.object({ provider: z.string(), email: z.string() })),
    counts: z.object({
      bookmarks: count,
      trash: count,
      collections: count,
      spaces: count,
      personalTokens: count,
    }),
    storage: z.object({ bytes: count, quotaBytes: count.nullable() }),
    sessions: z.array(AdminSession).meta({ description: 'Active sessions, most recently used first.' }),
  })
  .meta({ id: 'AdminUserDetails' });
export type AdminUserDetails = z.infer<typeof AdminUserDetails>;

export const UpdateUserInput = z
  .strictObject({
    plan: Plan.optional(),
    suspended: z.boolean().optional().meta({
      description: 'Suspending an account signs it out and rejects its personal access tokens.',
    }),
    isAdmin: z.boolean().optional(),
    emailVerified: z.literal(true).optional(),
  })
  .meta({ id: 'UpdateUserInput' });
export type UpdateUserInput = z.infer<typeof UpdateUserInput>;

export const AuditAction = z.enum([
  'plan',
  'verify',
  'suspend',
  'unsuspend',
  'grantAdmin',
  'revokeAdmin',
  'signOut',
  'delete',
  'closeFeedback',
  'reopenFeedback',
  'deleteFeedback',
  'retryJob',
]);
export type AuditAction = z.infer<typeof AuditAction>;

const party = z
  .object({
    uuid: Uuid,
    email: z
      .string()
      .nullable()
      .meta({ description: 'Email of the account, or the last one of a deleted account. Null if unknown.' }),
    isDeleted: z.boolean(),
  })
  .nullable();

const auditValues = z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.null()]));

export const AuditEntry = z
  .object({
    uuid: Uuid,
    createdAt: Timestamp,
    actor: party,
    target: party.meta({ description: 'Account affected by the action. Null if none.' }),
    action: AuditAction,
    before: auditValues,
    after: auditValues,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = paged({
  user: Uuid.optional().meta({ description: 'UUID of the account affected by the action.' }),
  actor: Uuid.optional(),
  action: AuditAction.optional(),
});

export const AuditPage = z
  .object({
    content: z.array(AuditEntry),
    pagination: Pagination,
    retentionDays: z.int().meta({ description: 'Number of days after which entries are deleted.' }),
  })
  .meta({ id: 'AuditPage' });

export const AdminQueue = z
  .object({
    name: z.string().meta({ examples: ['imports'] }),
    cron: z
      .string()
      .nullable()
      .meta({ description: 'Cron schedule in UTC.', examples: ['*/5 * * * *'] }),
    queued: count,
    active: count,
    completed: count.meta({ description: 'Jobs completed in the last 24 hours.' }),
    failed: count,
    lastRunAt: Timestamp.nullable(),
  })
  .meta({ id: 'AdminQueue' });
export type AdminQueue = z.infer<typeof AdminQueue>;

/** Why a job failed, as far as that is known. */
export const jobFailures = [
  'interrupted',
  'timeout',
  'disk',
  'memory',
  'database',
  'network',
  'other',
] as const;
export type JobFailure = (typeof jobFailures)[number];

export const FailedJob = z
  .object({
    queue: z.string(),
    id: Uuid,
    reason: z.enum(jobFailures).meta({ description: 'Why the job failed, as far as that is known.' }),
    error: z.string().meta({ description: 'Message of the error, in English.' }),
    startedAt: Timestamp,
    failedAt: Timestamp,
  })
  .meta({ id: 'FailedJob' });
export type FailedJob = z.infer<typeof FailedJob>;

export const AdminJobs = z
  .object({
    queues: z.array(AdminQueue),
    failed: z.array(FailedJob).meta({ description: 'Failed jobs, newest first, up to 100.' }),
    waiting: z.object({ mails: count, imports: count }).meta({ description: 'Pending work.' }),
  })
  .meta({ id: 'AdminJobs' });
export type AdminJobs = z.infer<typeof AdminJobs>;

const JobParams = z.object({ queue: z.string().regex(/^[\w-]{1,64}$/), id: Uuid });

export const HealthCheck = z
  .object({
    name: z.enum(['database', 'disk', 'worker', 'jobs', 'mails', 'connections']),
    status: z.enum(['ok', 'warning', 'unknown']),
    value: z.number().nullable().meta({
      description:
        '`database`: query time in milliseconds. `disk`: free bytes. `worker`: machines on which a worker is running. `jobs`: seconds since the last run. `mails`: overdue emails. `connections`: connections in use.',
    }),
    limit: z.number().nullable().meta({ description: 'Warning threshold.' }),
  })
  .meta({ id: 'HealthCheck' });
export type HealthCheck = z.infer<typeof HealthCheck>;

export const AdminHealth = z
  .object({
    version: z.string(),
    startedAt: Timestamp.meta({ description: 'Start time of the responding process.' }),
    memoryBytes: count.meta({ description: 'Memory used by the responding process.' }),
    database: z.object({ version: z.string(), startedAt: Timestamp, bytes: count }),
    checks: z.array(HealthCheck),
    workers: z
      .object({
        running: count,
        machines: count.meta({ description: 'Machines on which they are running.' }),
        lastSeenAt: Timestamp.nullable().meta({
          description: 'Last sign of any worker within a day. Null if there was none.',
        }),
      })
      .meta({ description: 'Processes that run background jobs.' }),
    features: z
      .object({ billing: z.boolean(), google: z.boolean(), model: z.boolean(), pageTexts: z.boolean() })
      .meta({ description: 'Optional features and whether they are configured.' }),
    similarity: z
      .object({
        state: z.enum(['unset', 'noExtension', 'on']).meta({
          description:
            '`unset`: no embedding model is configured. `noExtension`: PostgreSQL lacks the extension `vector`.',
        }),
        embedded: count.meta({ description: 'Bookmarks with an embedding.' }),
        bookmarks: count.meta({
          description: 'Bookmarks that can have one: readable, and not in the trash.',
        }),
      })
      .meta({ description: 'Whether bookmarks are found by similar meaning.' }),
  })
  .meta({ id: 'AdminHealth' });
export type AdminHealth = z.infer<typeof AdminHealth>;

const byUuid = z.object({ uuid: Uuid });

export const admin = {
  'admin.stats': {
    summary: 'Get statistics of the installation.',
    sessionOnly: true,
    responses: { 200: AdminStats },
  },
  'admin.health': {
    summary: 'Get the status of the process, the database and background jobs.',
    sessionOnly: true,
    responses: { 200: AdminHealth },
  },
  'admin.users': {
    summary: 'List accounts.',
    sessionOnly: true,
    query: AdminUsersQuery,
    responses: { 200: AdminUserPage },
  },
  'admin.user': {
    summary: 'Get an account with its sessions and counts, never what it has saved.',
    sessionOnly: true,
    params: byUuid,
    responses: { 200: AdminUserDetails },
  },
  'admin.updateUser': {
    summary: 'Change an account. Omitted fields stay the same. Each change is recorded in the audit log.',
    sessionOnly: true,
    params: byUuid,
    body: UpdateUserInput,
    responses: { 200: AdminUserDetails },
    problems: ['LAST_ADMINISTRATOR', 'CONFIGURED_ADMINISTRATOR', 'OWN_ACCOUNT'],
  },
  'admin.deleteUser': {
    summary: 'Delete an account and all its data immediately and permanently.',
    sessionOnly: true,
    params: byUuid,
    responses: { 204: null },
    problems: ['OWN_ACCOUNT'],
  },
  'admin.signOutUser': {
    summary: 'End all sessions of an account. Its personal access tokens stay valid.',
    sessionOnly: true,
    params: byUuid,
    responses: { 204: null },
  },
  'admin.audit': {
    summary: 'List changes by administrators, newest first. Entries are deleted after `retentionDays`.',
    sessionOnly: true,
    query: AuditQuery,
    responses: { 200: AuditPage },
  },
  'admin.jobs': {
    summary: 'List background jobs, including failed ones.',
    sessionOnly: true,
    responses: { 200: AdminJobs },
  },
  'admin.retryJob': {
    summary: 'Run a failed job again.',
    sessionOnly: true,
    params: JobParams,
    responses: { 204: null },
    problems: ['JOB_NOT_FAILED'],
  },
} satisfies Record<string, Definition>;
