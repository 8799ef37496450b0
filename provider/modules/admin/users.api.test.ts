import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { newId } from '@/provider/db/client';
import { billing } from '@/provider/db/schema/billing';
import { cleanUp } from '@/provider/modules/cleanup/jobs';
import { createOutsider, untilBlocked } from '@/provider/testing/database';
import { createTestProvider, type TestAccount, type TestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db, clock, mailsTo, logged } = tested;
// The first account is an administrator too.
const admin = await signUp({ admin: true });

const dayMs = 24 * 60 * 60_000;

type Change = Input<'admin.updateUser'>['body'];

const update = (
  uuid: string,
  body: Change,
  as: TestAccount = admin,
  { call: calling }: Pick<TestProvider, 'call'> = tested,
) => calling('admin.updateUser', { params: { uuid }, body }, as);

const details = async (uuid: string) => (await call('admin.user', { params: { uuid } }, admin)).body;

const auditOf = async (uuid: string) =>
  (await call('admin.audit', { query: { user: uuid } }, admin)).body.content.map(
    ({ action, before, after }) => ({ action, before, after }),
  );

const createToken = async (person: TestAccount) => {
  await db.$client.query('update accounts set email_verified_at = now() where id = $1', [person.accountId]);
  const body = { name: 'Script', scope: 'write', currentPassword: person.password } as const;
  return (await call('account.createToken', { body }, person)).body.token;
};

describe('details of an account', () => {
  test('include its sessions, plan and counts', async () => {
    const person = await signUp({ plan: 'pro' });
    await call('bookmarks.create', { body: { url: 'https://example.test/' } }, person);
    await call('spaces.create', { body: { name: 'Second' } }, person);
    await createToken(person);
    const user = await details(person.accountId);
    expect(user).toMatchObject({
      uuid: person.accountId,
      email: person.email,
      plan: 'pro',
      planInForce: 'pro',
      planSource: 'account',
      isSelf: false,
      isAdmin: false,
      isConfiguredAdmin: false,
      isPaying: false,
      suspendedAt: null,
      hasPassword: true,
      oauth: [],
      bookmarks: 1,
      counts: { bookmarks: 1, trash: 0, collections: 2, spaces: 2, personalTokens: 1 },
      storage: { quotaBytes: null },
    });
    expect(user.storage.bytes).toBeGreaterThan(400);
    expect(user.sessions).toEqual([
      {
        uuid: expect.any(String) as unknown,
        browser: null,
        system: null,
        device: 'other',
        createdAt: expect.any(String) as unknown,
        lastUsedAt: expect.any(String) as unknown,
      },
    ]);
    expect((await details(admin.accountId)).isSelf).toBe(true);
  });

  test('include whether a subscription grants Pro', async () => {
    const person = await signUp();
    await db.insert(billing).values({ accountId: person.accountId, status: 'active', entitled: true });
    expect(await details(person.accountId)).toMatchObject({ isPaying: true });
    await db.update(billing).set({ entitled: false }).where(eq(billing.accountId, person.accountId));
    expect(await details(person.accountId)).toMatchObject({ isPaying: false });
  });

  test('include the effective plan on a self-hosted installation', async () => {
    const hosted = await createTestProvider({ config: { selfHostedPlan: 'pro' } });
    const [operator, person] = [await hosted.signUp({ admin: true }), await hosted.signUp()];
    const { body } = await update(person.accountId, { plan: 'free' }, operator, hosted);
    expect(body).toMatchObject({ plan: 'free', planInForce: 'pro', planSource: 'installation' });
  });

  test('of an unknown account are not found', async () => {
    expect((await call('admin.user', { params: { uuid: newId() } }, admin)).status).toBe(404);
    expect((await update(newId(), { plan: 'pro' })).status).toBe(404);
    expect((await call('admin.deleteUser', { params: { uuid: newId() } }, admin)).status).toBe(404);
    expect((await call('admin.signOutUser', { params: { uuid: newId() } }, admin)).status).toBe(404);
  });
});

describe('a change of an account', () => {
  test('is returned, takes effect and is in the audit log', async () => {
    const person = await signUp();
    const { body } = await update(person.accountId, { plan: 'pro', emailVerified: true, isAdmin: true });
    expect(body).toMatchObject({ plan: 'pro', planInForce: 'pro', emailVerified: true, isAdmin: true });
    expect((await call('account.get', {}, person)).body).toMatchObject({
      plan: 'pro',
      emailVerified: true,
      isAdmin: true,
    });
    expect((await call('admin.stats', {}, person)).status).toBe(200);
    expect((await auditOf(person.accountId)).toSorted((a, b) => a.action.localeCompare(b.action))).toEqual([
      { action: 'grantAdmin', before: { isAdmin: false }, after: { isAdmin: true } },
      { action: 'plan', before: { plan: 'free' }, after: { plan: 'pro' } },
      { action: 'verify', before: { emailVerified: false }, after: { emailVerified: true } },
    ]);
    await update(person.accountId, { isAdmin: false });
    expect((await call('admin.stats', {}, person)).status).toBe(404);
  });

  test('without a difference changes nothing', async () => {
    const person = await signUp();
    const same = { plan: 'free', suspended: false, isAdmin: false } as const;
    expect((await update(person.accountId, same)).status).toBe(200);
    expect((await update(person.accountId, {})).status).toBe(200);
    expect(await auditOf(person.accountId)).toEqual([]);
  });

  test('is rolled back if it cannot be written to the audit log', async () => {
    const person = await signUp();
    await db.$client.query('alter table audit_log add constraint broken check (false) not valid');
    for (const change of [
      () => update(person.accountId, { plan: 'pro' }),
      () => call('admin.signOutUser', { params: { uuid: person.accountId } }, admin),
      () => call('admin.deleteUser', { params: { uuid: person.accountId } }, admin),
    ])
      expect((await change()).status).toBe(500);
    await db.$client.query('alter table audit_log drop constraint broken');
    expect((await call('account.get', {}, person)).body.plan).toBe('free');
  });

  test.each<[string, object]>([
    ['an unknown field', { email: 'other@example.test' }],
    ['an unknown plan', { plan: 'gold' }],
    ['a withdrawn verification', { emailVerified: false }],
  ])('is refused for %s', async (_, body) => {
    expect((await update(admin.accountId, body)).status).toBe(422);
  });
});

describe('a suspended account', () => {
  test('is rejected immediately, however it signs in, until it is no longer suspended', async () => {
    const person = await signUp();
    const personalToken = await createToken(person);
    const calls = [
      () => call('account.get', {}, person),
      () => call('bookmarks.list', {}, { token: personalToken }),
      () => call('auth.refresh', { body: { refreshToken: person.refreshToken } }),
      () => call('auth.login', { body: { email: person.email, password: person.password } }),
    ];
    const { body } = await update(person.accountId, { suspended: true });
    expect(body.suspendedAt).not.toBeNull();
    for (const attempt of calls) {
      const { status, problem } = await attempt();
      expect([status, problem.code]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    }
    expect((await update(person.accountId, { suspended: false })).body.suspendedAt).toBeNull();
    for (const attempt of calls) expect((await attempt()).status).toBe(200);
    expect((await auditOf(person.accountId)).map(({ action }) => action)).toEqual(['unsuspend', 'suspend']);
  });

  test('has no administrator rights', async () => {
    const other = await signUp({ admin: true });
    await update(other.accountId, { suspended: true });
    expect((await call('admin.stats', {}, other)).status).toBe(403);
  });
});

describe('signing out', () => {
  test('ends every session, and leaves personal access tokens', async () => {
    const person = await signUp();
    const personalToken = await createToken(person);
    await call('auth.login', { body: { email: person.email, password: person.password } });
    const answer = await call('admin.signOutUser', { params: { uuid: person.accountId } }, admin);
    expect(answer.status).toBe(204);
    expect((await call('account.get', {}, person)).status).toBe(401);
    expect((await call('auth.refresh', { body: { refreshToken: person.refreshToken } })).status).toBe(401);
    expect((await call('bookmarks.list', {}, { token: personalToken })).status).toBe(200);
    expect((await details(person.accountId)).sessions).toEqual([]);
    expect(await auditOf(person.accountId)).toEqual([
      { action: 'signOut', before: { sessions: 2 }, after: { sessions: 0 } },
    ]);
  });
});

describe('deleting an account', () => {
  test('leaves nothing of it but the entry in the audit log, and mails its holder', async () => {
    const person = await signUp();
    await call('bookmarks.create', { body: { url: 'https://example.test/' } }, person);
    expect((await call('admin.deleteUser', { params: { uuid: person.accountId } }, admin)).status).toBe(204);
    expect((await call('account.get', {}, person)).status).toBe(401);
    expect((await call('admin.user', { params: { uuid: person.accountId } }, admin)).status).toBe(404);
    const { rows } = await db.$client.query(
      `select from accounts where id = $1 union all select from bookmarks where account_id = $1
       union all select from spaces where account_id = $1 union all select from sessions where account_id = $1
       union all select from account_activity where account_id = $1`,
      [person.accountId],
    );
    expect(rows).toEqual([]);
    expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
      'Your Markwell account was deleted',
    ]);
    const { content } = (await call('admin.audit', { query: { user: person.accountId } }, admin)).body;
    expect(content).toEqual([
      {
        uuid: expect.any(String) as unknown,
        createdAt: expect.any(String) as unknown,
        actor: { uuid: admin.accountId, email: admin.email, isDeleted: false },
        target: { uuid: person.accountId, email: person.email, isDeleted: true },
        action: 'delete',
        before: { plan: 'free', suspended: false, isAdmin: false },
        after: {},
      },
    ]);
  });
});

describe('administrators', () => {
  test('can neither suspend nor delete themselves', async () => {
    const suspended = await update(admin.accountId, { suspended: true });
    expect([suspended.status, suspended.problem.code]).toEqual([409, 'OWN_ACCOUNT']);
    const deleted = await call('admin.deleteUser', { params: { uuid: admin.accountId } }, admin);
    expect([deleted.status, deleted.problem.code]).toEqual([409, 'OWN_ACCOUNT']);
  });

  test('can withdraw their own rights, except the last one', async () => {
    const own = await createTestProvider({ founder: false });
    const [first, second] = [await own.signUp(), await own.signUp({ admin: true })];
    expect((await update(second.accountId, { isAdmin: false }, second, own)).body.isAdmin).toBe(false);
    const last = await update(first.accountId, { isAdmin: false }, first, own);
    expect([last.status, last.problem.code]).toEqual([409, 'LAST_ADMINISTRATOR']);
    // A suspended administrator has no rights.
    const third = await own.signUp({ admin: true });
    await update(third.accountId, { suspended: true }, first, own);
    expect((await update(first.accountId, { isAdmin: false }, first, own)).status).toBe(409);
  });

  test.each<[string, (own: TestProvider, target: TestAccount, as: TestAccount) => Promise<unknown>]>([
    ['demote', (own, { accountId }, as) => update(accountId, { isAdmin: false }, as, own)],
    ['suspend', (own, { accountId }, as) => update(accountId, { suspended: true }, as, own)],
    ['delete', (own, { accountId }, as) => own.call('admin.deleteUser', { params: { uuid: accountId } }, as)],
  ])('that %s each other at the same time do not leave the installation without one', async (_, remove) => {
    const own = await createTestProvider({ founder: false });
    const [first, second] = [await own.signUp(), await own.signUp({ admin: true })];
    const outsider = await createOutsider(own.databaseUrl);
    await outsider.query('begin');
    await outsider.query('select from accounts for update');
    const both = Promise.all([remove(own, first, second), remove(own, second, first)]);
    // A transaction reads pg_stat_activity as of its first access.
    await untilBlocked(await createOutsider(own.databaseUrl), 2);
    await outsider.query('rollback');
    await both;
    const { rows } = await own.db.$client.query(
      'select from accounts where is_admin and suspended_at is null',
    );
    expect(rows).toHaveLength(1);
    const entries = await own.db.$client.query('select from audit_log');
    expect(entries.rows).toHaveLength(1);
  });

  test('by configuration keep their rights until it changes', async () => {
    const own = await createTestProvider({ config: { adminEmail: 'Root@Example.test' } });
    const root = await own.signUp({ email: 'root@example.test' });
    await own.db.$client.query('update accounts set email_verified_at = now() where id = $1', [
      root.accountId,
    ]);
    const { body } = await update(root.accountId, { isAdmin: true }, root, own);
    expect(body).toMatchObject({ isAdmin: true, isConfiguredAdmin: true });
    const refused = await update(root.accountId, { isAdmin: false }, root, own);
    expect([refused.status, refused.problem.code]).toEqual([409, 'CONFIGURED_ADMINISTRATOR']);
    const { body: page } = await own.call('admin.users', { query: { admin: true } }, root);
    expect(page.content.map(({ uuid }) => uuid)).toEqual([root.accountId]);
  });

  test('are required: another account gets 404, and the attempt is logged', async () => {
    const person = await signUp();
    expect((await update(person.accountId, { isAdmin: true }, person)).status).toBe(404);
    expect(logged).toContainEqual({
      level: 'warn',
      message: 'a call for administrators was denied',
      fields: {
        operation: 'admin.updateUser',
        accountId: person.accountId,
        requestId: expect.any(String) as unknown,
      },
    });
  });
});

describe('the audit log', () => {
  test('is paged by cursor and by page, newest first, and filtered', async () => {
    const [actor, person] = [await signUp({ admin: true }), await signUp()];
    const { accountId: uuid } = person;
    for (const plan of ['pro', 'free', 'pro'] as const) {
      await update(uuid, { plan }, actor);
      clock.advance(1_000);
    }
    await update(uuid, { suspended: true }, actor);
    const read = async (query: Input<'admin.audit'>['query']) =>
      (await call('admin.audit', { query: { actor: actor.accountId, ...query } }, admin)).body;
    const first = await read({ size: 2 });
    const second = await read({ size: 2, cursor: first.pagination.next ?? '' });
    expect([...first.content, ...second.content].map(({ action, after }) => [action, after])).toEqual([
      ['suspend', { suspended: true }],
      ['plan', { plan: 'pro' }],
      ['plan', { plan: 'free' }],
      ['plan', { plan: 'pro' }],
    ]);
    expect(second.pagination.next).toBeNull();
    expect((await read({ size: 2, page: 2 })).content).toEqual(second.content);
    expect((await read({ action: 'suspend' })).pagination.total).toBe(1);
    expect(first.content[0]).toMatchObject({
      actor: { uuid: actor.accountId, email: actor.email },
      target: { uuid, email: person.email },
    });
  });

  test('names accounts by their last address after they were deleted', async () => {
    const own = await createTestProvider();
    const [operator, leaving, person] = [
      await own.signUp({ admin: true }),
      await own.signUp({ admin: true }),
      await own.signUp(),
    ];
    await update(person.accountId, { plan: 'pro' }, leaving, own);
    const email = 'latest@example.test';
    await own.db.$client.query('update accounts set email = $1, email_key = $1 where id = $2', [
      email,
      person.accountId,
    ]);
    for (const account of [{ ...person, email }, leaving]) {
      expect((await own.call('account.delete', { body: { email: account.email } }, account)).status).toBe(
        204,
      );
    }
    const { content } = (await own.call('admin.audit', {}, operator)).body;
    expect(content).toMatchObject([
      {
        actor: { uuid: leaving.accountId, email: leaving.email, isDeleted: true },
        target: { uuid: person.accountId, email, isDeleted: true },
      },
    ]);
  });

  test('names accounts that were deleted because they were never verified', async () => {
    const own = await createTestProvider();
    const [operator, person] = [await own.signUp({ admin: true }), await own.signUp()];
    await update(person.accountId, { plan: 'pro' }, operator, own);
    await own.db.$client.query(
      "update accounts set created_at = created_at - interval '1 year' where id = $1",
      [person.accountId],
    );
    await cleanUp(own.deps);
    const { content } = (await own.call('admin.audit', {}, operator)).body;
    expect(content[0]?.target).toEqual({ uuid: person.accountId, email: person.email, isDeleted: true });
  });

  test('contains deleted reports', async () => {
    await call('feedback.send', { body: { message: 'Solved' } });
    const uuid = (await call('admin.feedback', {}, admin)).body.content[0]?.uuid ?? '';
    await call('admin.deleteFeedback', { params: { uuid } }, admin);
    const { content } = (await call('admin.audit', { query: { action: 'deleteFeedback' } }, admin)).body;
    expect(content).toMatchObject([{ target: null, before: { report: uuid } }]);
  });

  test('is deleted after the retention period', async () => {
    const own = await createTestProvider();
    const [operator, person] = [await own.signUp({ admin: true }), await own.signUp()];
    await update(person.accountId, { plan: 'pro' }, operator, own);
    own.clock.advance(2 * dayMs);
    await update(person.accountId, { plan: 'free' }, await own.signUp({ admin: true }), own);
    own.clock.advance((own.deps.config.auditDays - 1) * dayMs);
    await cleanUp(own.deps);
    const { rows } = await own.db.$client.query('select after from audit_log');
    expect(rows).toEqual([{ after: { plan: 'free' } }]);
  });

  test('has the configured retention period, and returns it', async () => {
    const own = await createTestProvider({ config: { auditDays: 7 } });
    const [operator, person] = [await own.signUp({ admin: true }), await own.signUp()];
    await update(person.accountId, { plan: 'pro' }, operator, own);
    own.clock.advance(6 * dayMs);
    await cleanUp(own.deps);
    const { body } = await own.call('admin.audit', {}, await own.signUp({ admin: true }));
    expect(body).toMatchObject({ content: [{ action: 'plan' }], retentionDays: 7 });
    own.clock.advance(2 * dayMs);
    await cleanUp(own.deps);
    const { rows } = await own.db.$client.query('select from audit_log');
    expect(rows).toEqual([]);
  });
});
