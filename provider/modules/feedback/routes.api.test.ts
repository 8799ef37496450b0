import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { FeedbackState } from '@/lib/contract/feedback';
import type { Input } from '@/lib/contract/index';
import { serviceLimits } from '@/lib/contract/service-limits';
import { newId } from '@/provider/db/client';
import { cleanUp } from '@/provider/modules/cleanup/jobs';
import { createTestProvider, type Caller, type TestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, request, clock } = tested;
const admin = await signUp({ admin: true });

const dayMs = 24 * 60 * 60_000;

type Report = Input<'feedback.send'>['body'];

const send = (body: Report, as: Caller = {}, { call: calling }: Pick<TestProvider, 'call'> = tested) =>
  calling('feedback.send', { body }, as);

const newest = async () => (await call('admin.feedback', {}, admin)).body.content[0];

const png = async (width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b93a1a' } })
    .png()
    .toBuffer();
const screenshot = await png();

const screenshotOf = (uuid: string): Promise<Response> =>
  request(`/v1/admin/feedback/${uuid}/screenshot`, { headers: { authorization: `Bearer ${admin.token}` } });

describe('a report', () => {
  test('of a guest is stored as sent', async () => {
    const report = {
      uuid: newId(),
      message: 'The list is empty after an import.',
      name: 'Ada',
      email: 'ada@example.test',
      url: 'https://markwell.test/settings/data',
      source: 'widget',
      eventId: '0123456789abcdef0123456789abcdef',
      tags: { version: '1.0.0', language: 'en' },
    };
    const as = { headers: { 'user-agent': 'Firefox' } };
    expect((await send({ ...report, screenshot: screenshot.toString('base64') }, as)).status).toBe(204);
    expect(await newest()).toEqual({
      ...report,
      state: 'open',
      userAgent: 'Firefox',
      account: null,
      hasScreenshot: true,
      createdAt: expect.any(String) as unknown,
    });
    const response = await screenshotOf(report.uuid);
    expect(Buffer.from(await response.arrayBuffer()).equals(screenshot)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test('requires only a message', async () => {
    await send({ message: 'It does not load.' });
    const { uuid, ...stored } = (await newest()) ?? { uuid: '' };
    expect(stored).toMatchObject({ message: 'It does not load.', name: '', email: '', hasScreenshot: false });
    expect((await screenshotOf(uuid)).status).toBe(404);
  });

  test('of an account references it, and is deleted with it', async () => {
    const person = await signUp();
    await send({ message: 'Of an account' }, person);
    expect((await newest())?.account).toEqual({ uuid: person.accountId, email: person.email });
    await call('account.delete', { body: { email: person.email } }, person);
    expect((await newest())?.message).not.toBe('Of an account');
  });

  test('with an invalid token is rejected', async () => {
    expect((await send({ message: 'Who am I?' }, { token: 'garbage' })).status).toBe(401);
  });

  test('that is sent again replaces itself', async () => {
    const total = async () => (await call('admin.feedback', {}, admin)).body.pagination.total;
    const before = await total();
    const uuid = newId();
    const person = await signUp();
    for (const message of ['First', 'Second'])
      expect((await send({ uuid, message }, person)).status).toBe(204);
    for (const other of [{}, await signUp()]) {
      expect((await send({ uuid, message: 'Of another author' }, other)).status).toBe(204);
    }
    expect(await total()).toBe(before + 1);
    expect((await newest())?.message).toBe('Second');
  });

  test.each<[string, Report]>([
    ['message', { message: ' \n' }],
    ['message', { message: 'a'.repeat(serviceLimits.feedbackLength + 1) }],
    ['email', { message: 'a', email: 'not an address' }],
    ['eventId', { message: 'a', eventId: 'x' }],
    ['tags', { message: 'a', tags: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`t${i}`, ''])) }],
  ])('is refused for a wrong %s', async (path, body) => {
    const { status, problem } = await send(body);
    expect(status).toBe(422);
    expect(problem.errors).toEqual([expect.objectContaining({ path })]);
  });
});

describe('a screenshot', () => {
  const withSize = (width: number, height: number): Buffer => {
    const bytes = Buffer.from(screenshot);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['another format', () => sharp(screenshot).jpeg().toBuffer()],
    ['markup', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a head without content', () => screenshot.subarray(0, 30)],
    ['no width', () => withSize(0, 30)],
    ['too many pixels', () => withSize(40, serviceLimits.screenshotEdge + 1)],
    ['too many bytes', () => Buffer.concat([screenshot, Buffer.alloc(serviceLimits.screenshotBytes)])],
  ])('that is %s is refused', async (_, make) => {
    const body = { message: 'a', screenshot: (await make()).toString('base64') };
    const { status, problem } = await send(body);
    expect(status).toBe(422);
    expect(problem.errors).toEqual([expect.objectContaining({ path: 'screenshot' })]);
  });

  test('that is not base64 is rejected, and one that is far too long is not received', async () => {
    expect((await send({ message: 'a', screenshot: 'a,b' })).status).toBe(422);
    const long = 'A'.repeat(2 * serviceLimits.screenshotBytes);
    expect((await send({ message: 'a', screenshot: long })).status).toBe(413);
  });

  test('of the maximum size is stored', async () => {
    const padded = Buffer.concat([
      screenshot,
      Buffer.alloc(serviceLimits.screenshotBytes - screenshot.byteLength),
    ]);
    const body = { message: 'Large', screenshot: padded.toString('base64') };
    expect((await send(body)).status).toBe(204);
  });
});

describe('the number of reports is limited', async () => {
  const strict = await createTestProvider({ config: { rateLimitScale: 1 } });
  const from = (address: string) => send({ message: 'a' }, { peer: { address } }, strict);

  test('for an account', async () => {
    const person = await strict.signUp();
    for (let sent = 0; sent < 20; sent += 1)
      expect((await send({ message: 'a' }, person, strict)).status).toBe(204);
    const refused = await send({ message: 'a' }, person, strict);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send({ message: 'a' }, await strict.signUp(), strict)).status).toBe(204);
  });

  test('for the network of guests with IPv6, whose addresses within it are free to choose', async () => {
    strict.clock.freeze(new Date('2026-01-01T10:00:00Z'));
    for (let sent = 0; sent < 5; sent += 1) expect((await from(`2001:db8:1:2::${sent}`)).status).toBe(204);
    expect((await from('2001:db8:1:2::9')).status).toBe(429);
    expect((await from('2001:db8:1:3::9')).status).toBe(204);
  });

  test('for the address of guests, and for all guests together', async () => {
    strict.clock.freeze(new Date('2026-01-02T10:00:00Z'));
    for (let sent = 0; sent < 5; sent += 1) expect((await from('192.0.2.1')).status).toBe(204);
    // Rejected reports do not count against other guests.
    for (let sent = 0; sent < 100; sent += 1) expect((await from('192.0.2.1')).status).toBe(429);
    for (let sent = 5; sent < 100; sent += 1) expect((await from(`198.51.100.${sent}`)).status).toBe(204);
    expect((await from('203.0.113.1')).status).toBe(429);
    expect((await send({ message: 'a' }, await strict.signUp(), strict)).status).toBe(204);
  });
});

test('reports are deleted after the retention period', async () => {
  const aged = await createTestProvider();
  await send({ message: 'Old' }, {}, aged);
  aged.clock.advance(2 * dayMs);
  await send({ message: 'Recent' }, {}, aged);
  aged.clock.advance((serviceLimits.feedbackDays - 1) * dayMs);
  await cleanUp(aged.deps);
  const { content } = (await aged.call('admin.feedback', {}, await aged.signUp({ admin: true }))).body;
  expect(content.map(({ message }) => message)).toEqual(['Recent']);
});

describe('for administrators', () => {
  test('the list continues by cursor and by page, newest first', async () => {
    const messages = ['one', 'two', 'three', 'four', 'five'];
    for (const message of messages) {
      await send({ message });
      clock.advance(1_000);
    }
    const first = (await call('admin.feedback', { query: { size: 2 } }, admin)).body;
    const cursor = first.pagination.next ?? '';
    const second = (await call('admin.feedback', { query: { size: 2, cursor } }, admin)).body;
    const third = (await call('admin.feedback', { query: { size: 2, page: 3 } }, admin)).body;
    const shown = [first, second, third].flatMap(({ content }) => content.map(({ message }) => message));
    expect(shown.slice(0, 5)).toEqual([...messages].reverse());
    expect(first.pagination).toMatchObject({ page: 1, size: 2, total: expect.any(Number) as unknown });
    expect((await call('admin.feedback', { query: { cursor: 'made.up' } }, admin)).status).toBe(422);
  });

  test('a report is open until it is done, and the list can be filtered by state', async () => {
    const [uuid, other] = [newId(), newId()];
    for (const one of [uuid, other]) await send({ uuid: one, message: one });
    const mark = (state: FeedbackState, one = uuid) =>
      call('admin.updateFeedback', { params: { uuid: one }, body: { state } }, admin);
    const list = async (query: { state?: FeedbackState }) => {
      const { content, pagination } = (await call('admin.feedback', { query }, admin)).body;
      const rows = content.filter((row) => [uuid, other].includes(row.uuid));
      return { rows: rows.map((row) => [row.uuid, row.state]), total: pagination.total };
    };
    const open = (await list({ state: 'open' })).total;
    expect((await mark('done')).status).toBe(204);
    expect((await mark('done')).status).toBe(204);
    expect(await list({ state: 'open' })).toEqual({ rows: [[other, 'open']], total: open - 1 });
    expect((await list({ state: 'done' })).rows).toEqual([[uuid, 'done']]);
    expect((await list({})).rows).toEqual([
      [other, 'open'],
      [uuid, 'done'],
    ]);
    // Sent again by its author, a report stays done.
    await send({ uuid, message: uuid });
    expect((await list({ state: 'done' })).rows).toEqual([[uuid, 'done']]);
    expect((await mark('open')).status).toBe(204);
    expect((await list({ state: 'done' })).rows).toEqual([]);
    expect((await mark('done', newId())).status).toBe(404);
    const { content } = (await call('admin.audit', { query: { actor: admin.accountId } }, admin)).body;
    const actions = content.filter(({ before }) => before.report === uuid).map(({ action }) => action);
    expect(actions).toEqual(['reopenFeedback', 'closeFeedback']);
  });

  test('a report can be deleted', async () => {
    await send({ message: 'Solved' });
    const uuid = (await newest())?.uuid ?? '';
    expect((await call('admin.deleteFeedback', { params: { uuid } }, admin)).status).toBe(204);
    expect((await newest())?.uuid).not.toBe(uuid);
    expect((await call('admin.deleteFeedback', { params: { uuid } }, admin)).status).toBe(404);
  });
});
