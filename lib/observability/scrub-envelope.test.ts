import { describe, expect, test } from 'vitest';
import { type ReportEnvelope, scrubbedTransport, scrubEnvelope } from '@/lib/observability/scrub-envelope';
import { createScrubber } from '@/lib/observability/scrub-text';

const own = 'https://links.example.org';
const uuid = '019a0e2c-7a53-7b07-93a4-5a1f2b0c9d11';
/** Marker that all private values contain. */
const canary = 'canary';
const envelopeText = `mw1.AQEACSfA${canary}aXNhbmVudmVsb3Bl`;
const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ${canary}1`;

const scrub = (type: string, payload: unknown, headers = {}): { headers: object; payload: unknown } => {
  const scrubbed = scrubEnvelope([headers, [[{ type }, payload]]], own);
  return { headers: scrubbed[0], payload: scrubbed[1][0]?.[1] };
};

const breadcrumbs = [
  {
    timestamp: 1,
    type: 'http',
    category: 'fetch',
    data: { method: 'GET', url: `/v1/search?q=${canary}`, status_code: 200, request_body: canary },
    message: canary,
  },
  {
    timestamp: 2,
    category: 'navigation',
    data: { from: `/collections/${uuid}?a=${canary}`, to: `/#${canary}` },
  },
  { timestamp: 3, category: 'ui.click', message: `button[aria-label="Edit ${canary}"]` },
  { timestamp: 4, category: 'console', message: canary, data: { arguments: [canary], logger: 'console' } },
];

const event = {
  event_id: 'f'.repeat(32),
  timestamp: 1_700_000_000,
  platform: 'javascript',
  level: 'error',
  release: 'markwell@1.0.0',
  sdk: { name: 'sentry.javascript.nextjs', version: '11.0.0', integrations: [canary] },
  transaction: `/public/${uuid}/${canary}-recipes`,
  message: canary,
  logentry: { message: canary, params: [canary] },
  user: { id: canary, email: `${canary}@example.org`, ip_address: '203.0.113.7', username: canary },
  server_name: canary,
  extra: { title: canary, envelope: envelopeText },
  modules: { [canary]: '1' },
  tags: { digest: '123456', code: 'CSS_CHUNK_LOAD_FAILED', [canary]: canary, title: canary },
  fingerprint: [canary],
  request: {
    method: 'POST',
    url: `${own}/search?q=${canary}#${canary}`,
    query_string: `q=${canary}`,
    data: { title: canary },
    cookies: { session: canary },
    headers: {
      'User-Agent': 'Browser/1',
      Authorization: `Bearer ${canary}`,
      Cookie: `session=${canary}`,
      Referer: `${own}/?q=${canary}`,
    },
    env: { REMOTE_ADDR: canary },
  },
  contexts: {
    browser: { name: 'Chrome', version: '140', [canary]: canary },
    trace: { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), op: 'navigation', data: { url: canary } },
    nextjs: { request_path: `/?q=${canary}`, router_kind: 'App Router', router_path: '/collections/[uuid]' },
    state: { state: { value: canary } },
    culture: { timezone: canary },
    [canary]: { a: 1 },
  },
  exception: {
    values: [
      {
        type: 'TypeError',
        value: `Cannot read properties of undefined (reading 'title') at https://private.example/${canary}`,
        mechanism: { type: 'generic', handled: false, data: { function: canary } },
        stacktrace: {
          frames: [
            {
              filename: `${own}/_next/static/chunks/3nsaps33qwjo8.js?${canary}`,
              function: 'save',
              lineno: 1,
              colno: 2,
              in_app: true,
              vars: { title: canary },
              context_line: canary,
              pre_context: [canary],
            },
            { filename: '/srv/app/.next/server/chunks/1.js', function: 'render', lineno: 3 },
          ],
        },
      },
      { type: 'SyntaxError', value: `Unexpected token, "${canary} of the title"... is not valid JSON` },
      { type: 'Error', value: `Failed query: insert into bookmarks\nparams: ${canary},${canary}` },
      { type: 'Error', value: `cannot read ${envelopeText} with ${token} for ${canary}@example.org` },
      { type: 'UnhandledRejection', value: `Non-Error promise rejection captured with value: ${canary}` },
      { type: 'Error', value: `Object captured as exception with keys: ${canary}, ${canary}` },
      { type: 'Error', value: `getaddrinfo ENOTFOUND ${canary}.example` },
      { type: 'Error', value: `GET /v1/bookmarks/${uuid}/content?${canary} failed with 502` },
      { type: 'ChunkLoadError', value: 'Failed to load chunk /_next/static/chunks/a1.css from module 71' },
    ],
  },
  breadcrumbs,
  [canary]: canary,
};

describe('an error', () => {
  const { headers, payload } = scrub('event', event, {
    event_id: event.event_id,
    dsn: 'https://key@sentry.example.org/1',
    trace: {
      trace_id: 'a'.repeat(32),
      transaction: `/public/${canary}`,
      user_segment: canary,
      sample_rate: '1',
    },
    [canary]: canary,
  });

  test('has nothing private left', () => {
    expect(JSON.stringify([headers, payload])).not.toContain(canary);
    expect(JSON.stringify(payload)).not.toMatch(/private\.example|203\.0\.113|019a0e2c/);
  });

  test('still contains what failed and where', () => {
    expect(payload).toMatchObject({
      event_id: event.event_id,
      release: 'markwell@1.0.0',
      transaction: '/public/*/*',
      tags: { digest: '123456', code: 'CSS_CHUNK_LOAD_FAILED' },
      request: { method: 'POST', url: '/search', headers: { 'User-Agent': 'Browser/1' } },
      contexts: { browser: { name: 'Chrome' }, nextjs: { router_path: '/collections/[uuid]' } },
    });
    const { values } = (payload as typeof event).exception;
    expect(values.map(({ type, value }) => `${type}: ${value}`)).toEqual([
      "TypeError: Cannot read properties of undefined (reading 'title') at [link]",
      'SyntaxError: Unexpected token, "…"... is not valid JSON',
      'Error: [query]',
      'Error: cannot read [envelope] with [token] for [email]',
      'UnhandledRejection: Non-Error promise rejection captured',
      'Error: Object captured as exception',
      'Error: getaddrinfo ENOTFOUND [host]',
      'Error: GET /v1/bookmarks/*/content failed with 502',
      'ChunkLoadError: Failed to load chunk /_next/static/chunks/a1.css from module 71',
    ]);
    expect(values[0]?.stacktrace?.frames).toEqual([
      {
        filename: '/_next/static/chunks/3nsaps33qwjo8.js',
        function: 'save',
        lineno: 1,
        colno: 2,
        in_app: true,
      },
      { filename: '/srv/app/.next/server/chunks/1.js', function: 'render', lineno: 3 },
    ]);
    expect((payload as typeof event).breadcrumbs).toEqual([
      {
        timestamp: 1,
        type: 'http',
        category: 'fetch',
        data: { method: 'GET', url: '/v1/search', status_code: 200 },
      },
      { timestamp: 2, category: 'navigation', data: { from: '/collections/*', to: '/' } },
      { timestamp: 3, category: 'ui.click' },
      { timestamp: 4, category: 'console', data: {} },
    ]);
  });

  test.each([
    ['a message', { message: 'words' }],
    ['a text that was printed', { exception: { values: [{ value: 'words', stacktrace: { frames: [] } }] } }],
    ['an empty list', { exception: { values: [] } }],
  ])('that is not an error is not sent: %s', (_case, payload) => {
    expect(scrub('event', payload).payload).toBeUndefined();
  });
});

test('a transaction has no names and URLs in its spans', () => {
  const { payload } = scrub('transaction', {
    type: 'transaction',
    transaction: `/collections/${uuid}`,
    measurements: { lcp: { value: 812, unit: 'millisecond' } },
    spans: [
      {
        op: 'http.client',
        description: `GET /v1/search?q=${canary}`,
        data: { 'http.query': canary, 'url.full': `${own}/v1/search?q=${canary}`, 'http.method': 'GET' },
      },
      { op: 'resource.img', description: `/v1/preview/favicon?url=https://${canary}.example`, data: {} },
      { op: 'resource.img', description: `https://${canary}.example/icon.png`, data: {} },
      {
        op: 'ui.interaction.click',
        description: `main > li > a.title[aria-label="${canary} "]`,
        data: { a: canary },
      },
      { op: 'db', description: `/public/${uuid}/${canary}`, data: { 'db.statement': canary, rows: 3 } },
    ],
  });
  expect(JSON.stringify(payload)).not.toContain(canary);
  expect(payload).toMatchObject({
    transaction: '/collections/*',
    measurements: { lcp: { value: 812 } },
    spans: [
      { description: 'GET /v1/search', data: { 'url.full': '/v1/search', 'http.method': 'GET' } },
      { description: '/v1/preview/favicon' },
      { description: '[link]' },
      { description: 'main > li > a.title' },
      { data: { rows: 3 } },
    ],
  });
});

test('a replay has no URL with a query', () => {
  const { payload } = scrub('replay_event', {
    ...event,
    type: 'replay_event',
    exception: undefined,
    replay_id: 'c'.repeat(32),
    segment_id: 0,
    urls: [`${own}/search?q=${canary}`, `https://${canary}.example/`],
    segment_names: [canary],
  });
  expect(JSON.stringify(payload)).not.toContain(canary);
  expect(payload).toMatchObject({ replay_id: 'c'.repeat(32), urls: ['/search', '[link]'] });
});

describe('a recording', () => {
  const element = (attributes: object, childNodes: unknown[] = []) => ({
    type: 2,
    id: 1,
    tagName: 'a',
    attributes: { class: 'row', ...attributes },
    childNodes,
  });
  const words = { type: 3, id: 2, textContent: `a ${canary}` };
  const attributes = {
    href: `https://${canary}.example`,
    title: canary,
    'aria-label': canary,
    value: canary,
    'data-url': canary,
    style: `background-image: url(/v1/preview/favicon?url=${canary}); top: 1px`,
    rr_width: '10px',
  };
  const icon = `url("/v1/preview/favicon?url=(${canary})")`;
  // Changes of inline styles are recorded as objects.
  const changedStyle = { 'background-image': [icon, 'important'], top: '1px' };
  const events = [
    { type: 4, timestamp: 1, data: { href: `${own}/search?q=${canary}`, width: 10, height: 20 } },
    {
      type: 2,
      timestamp: 2,
      data: { node: element(attributes, [words]), initialOffset: { top: 0, left: 0 } },
    },
    {
      type: 3,
      timestamp: 3,
      data: {
        source: 0,
        adds: [{ parentId: 1, nextId: null, node: element(attributes, [words]) }],
        texts: [{ id: 2, value: canary }],
        attributes: [
          { id: 1, attributes: { href: canary, class: 'on', style: changedStyle, other: { text: canary } } },
        ],
        removes: [],
      },
    },
    { type: 3, timestamp: 4, data: { source: 5, id: 3, text: canary, isChecked: false } },
    { type: 3, timestamp: 5, data: { source: 1, positions: [{ x: 1, y: 2, id: 1, timeOffset: 0 }] } },
    { type: 3, timestamp: 6, data: { source: 11, payload: [canary] } },
    ...breadcrumbs.map((payload) => ({ type: 5, timestamp: 7, data: { tag: 'breadcrumb', payload } })),
    {
      type: 5,
      timestamp: 8,
      data: {
        tag: 'performanceSpan',
        payload: { op: 'resource.fetch', description: `/v1/search?q=${canary}`, data: { request: canary } },
      },
    },
    { type: 5, timestamp: 9, data: { tag: 'other', payload: { a: canary } } },
    { type: 3, timestamp: 10, data: { source: 8, adds: [{ rule: `a { background: ${icon}; top: 1px }` }] } },
    { type: 3, timestamp: 11, data: { source: 13, set: { property: 'background', value: icon } } },
    { type: 3, timestamp: 12, data: { source: 15, styles: [{ rules: [{ rule: `a { mask: ${icon} }` }] }] } },
  ];
  const scrubbed = scrubEnvelope(
    [{}, [[{ type: 'replay_recording', length: 1 }, `{"segment_id":0}\n${JSON.stringify(events)}`]]],
    own,
  );
  const [[headers, payload] = [{}, '']] = scrubbed[1];

  test('has nothing private left', () => {
    expect(payload).toMatch(/^\{"segment_id":0\}\n/);
    expect(payload).not.toContain(canary);
  });

  test('still shows the page', () => {
    const shown = JSON.parse(String(payload).split('\n')[1] ?? '') as object[];
    const node = {
      tagName: 'a',
      attributes: { class: 'row', style: 'background-image: none; top: 1px', rr_width: '10px' },
      childNodes: [{ type: 3, textContent: '* ******' }],
    };
    expect(shown.slice(0, 5)).toMatchObject([
      { data: { href: '/search', width: 10 } },
      { data: { node } },
      {
        data: {
          adds: [{ node }],
          texts: [{ value: '******' }],
          attributes: [
            {
              attributes: { class: 'on', style: { 'background-image': ['none', 'important'], top: '1px' } },
            },
          ],
        },
      },
      { data: { text: '******' } },
      { data: { positions: [{ x: 1, y: 2 }] } },
    ]);
    expect(shown.slice(-3)).toMatchObject([
      { data: { adds: [{ rule: 'a { background: none; top: 1px }' }] } },
      { data: { set: { value: 'none' } } },
      { data: { styles: [{ rules: [{ rule: 'a { mask: none }' }] }] } },
    ]);
    expect(shown).toHaveLength(13);
  });

  test('states its new length', () => {
    expect(headers['length']).toBe(Buffer.byteLength(String(payload)));
  });

  test('is not sent if it is compressed', () => {
    expect(scrub('replay_recording', new Uint8Array([1])).payload).toBeUndefined();
  });
});

test('feedback keeps what its sender wrote, and loses the query of the page', () => {
  const feedback = { name: 'Ada', contact_email: 'ada@example.org', message: 'It "broke"', source: 'widget' };
  const { payload } = scrub('feedback', {
    ...event,
    exception: undefined,
    type: 'feedback',
    contexts: { feedback: { ...feedback, url: `${own}/search?q=${canary}` } },
  });
  expect(JSON.stringify(payload)).not.toContain(canary);
  expect(payload).toMatchObject({ contexts: { feedback: { ...feedback, url: '/search' } } });
});

test.each(['log', 'trace_metric', 'profile', 'session', 'user_report', 'check_in', 'span', 'statsd'])(
  'an item of type %s is not sent',
  (type) => {
    const envelope: ReportEnvelope = [{}, [[{ type }, { items: [canary] }]]];
    expect(scrubEnvelope(envelope, own)[1]).toEqual([]);
  },
);

describe('addresses', () => {
  const { url } = createScrubber(own);
  test.each([
    ['/', '/'],
    ['/settings/account?x=1#y', '/settings/account'],
    [`${own}/collections/${uuid}`, '/collections/*'],
    [`/public/${uuid}/holiday`, '/public/*/*'],
    ['/v1/collections/public/a/b', '/v1/collections/public/*/*'],
    ['/manifest.webmanifest', '/manifest.webmanifest'],
    ['/tags/Café', '/tags/*'],
    ['/%E0%A4%A', '/*'],
    ['//evil.example/settings', '[link]'],
    ['http://links.example.org/settings', '[link]'],
    ['javascript:alert(1)', '[link]'],
    ['http://[', '[link]'],
  ])('%s becomes %s', (address, scrubbed) => expect(url(address)).toBe(scrubbed));
});

test('a long message takes no time', () => {
  const { text } = createScrubber(own);
  const before = process.threadCpuUsage();
  for (const unit of ['"', "'a", '/a', 'a@a.', 'http://', '[', 'E', 'a-', '“”']) text(unit.repeat(500_000));
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
});

describe('the transport', () => {
  const send = async (envelope: ReportEnvelope, mayReport: boolean) => {
    const sent: unknown[] = [];
    const inner = {
      flush: () => Promise.resolve(true),
      send: (scrubbed: unknown) => Promise.resolve(void sent.push(scrubbed)).then(() => ({})),
    };
    const transport = scrubbedTransport(inner, own, () => mayReport);
    // The SDK logs rejections of the transport.
    await transport.send(envelope as Parameters<typeof transport.send>[0]).then(undefined, () => undefined);
    return sent;
  };
  const error: ReportEnvelope = [{}, [[{ type: 'event' }, event]]];

  test('sends the scrubbed items', async () => {
    const sent = await send(error, true);
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain(canary);
  });

  test.each<[string, ReportEnvelope, boolean]>([
    ['without consent', error, false],
    ['where nothing is left', [{}, [[{ type: 'log' }, { items: [] }]]], true],
    ['that cannot be read', [{}, [[{ type: 'replay_recording' }, '{"segment_id":0}\n[{']]], true],
  ])('sends nothing %s', async (_case, envelope, mayReport) => {
    expect(await send(envelope, mayReport)).toEqual([]);
  });
});
