import { afterEach, describe, expect, test, vi } from 'vitest';
import { feedbackEnvelope } from '@/components/features/feedback/send-feedback';
import { FeedbackError, sendFeedback } from '@/components/features/feedback/send-feedback';

const dsn = 'https://key@sentry.example.test/1';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0a, 0x0d, 0x00, 0xff]);
const report = {
  uuid: '01234567-89ab-7def-8123-456789abcdef',
  message: 'Line one\nline two',
  name: 'Ada',
  email: 'ada@example.test',
  url: 'https://markwell.test/tags',
  source: 'widget',
  eventId: 'f'.repeat(32),
  tags: { language: 'en' },
};

describe('an envelope', () => {
  const now = new Date('2026-01-02T03:04:05Z');

  test('is a header and a feedback, one line each', async () => {
    const text = await feedbackEnvelope(report, { dsn, release: '1.0.0', now }).text();
    expect(text.endsWith('\n')).toBe(true);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { event_id: '0123456789ab7def8123456789abcdef', sent_at: '2026-01-02T03:04:05.000Z', dsn },
      { type: 'feedback' },
      {
        event_id: '0123456789ab7def8123456789abcdef',
        type: 'feedback',
        timestamp: 1_767_323_045,
        platform: 'javascript',
        level: 'info',
        release: '1.0.0',
        tags: { language: 'en' },
        contexts: {
          feedback: {
            message: 'Line one\nline two',
            name: 'Ada',
            contact_email: 'ada@example.test',
            url: 'https://markwell.test/tags',
            source: 'widget',
            associated_event_id: 'f'.repeat(32),
          },
        },
      },
    ]);
  });

  test('has the screenshot as an attachment', async () => {
    const screenshot = png.toString('base64');
    const envelope = feedbackEnvelope({ ...report, screenshot }, { dsn, release: undefined, now });
    const bytes = Buffer.from(await envelope.arrayBuffer());
    const payload = bytes.subarray(-png.byteLength);
    const lines = bytes.subarray(0, -png.byteLength).toString().trimEnd().split('\n');
    expect(payload.equals(png)).toBe(true);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      type: 'attachment',
      length: png.byteLength,
      filename: 'screenshot.png',
      content_type: 'image/png',
    });
  });
});

describe('a report', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** A browser with these meta tags and this decision; returns the URLs that were requested. */
  function browse(metas: Record<string, string>, analytics: boolean, status = 200): string[] {
    const called: string[] = [];
    const record = { hasConsented: true, version: '1.0', analytics };
    vi.stubGlobal('document', {
      querySelector: (selector: string) => {
        const content = metas[/"(.+)"/.exec(selector)?.[1] ?? ''];
        return content === undefined ? null : { content };
      },
    });
    vi.stubGlobal('window', { localStorage: { getItem: () => JSON.stringify(record) } });
    vi.stubGlobal('fetch', (address: string) => {
      called.push(address);
      return Promise.resolve(new Response(null, { status: address === '/monitoring' ? status : 204 }));
    });
    return called;
  }

  test.each([
    ['with a DSN and consent goes to the error reports', { 'error-reports': dsn }, true, '/monitoring'],
    ['without consent goes to the service', { 'error-reports': dsn }, false, '/v1/feedback'],
    ['without a DSN goes to the service', {}, true, '/v1/feedback'],
  ])('%s', async (_, metas, analytics, address) => {
    const called = browse(metas, analytics);
    await sendFeedback(report);
    expect(called).toEqual([address]);
  });

  test.each([
    [403, 'forbidden'],
    [404, 'noClient'],
    [429, 'limited'],
    [502, 'network'],
  ])('that the tunnel answers with %i fails', async (status, failure) => {
    browse({ 'error-reports': dsn }, true, status);
    const error: unknown = await sendFeedback(report).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FeedbackError);
    expect(error).toMatchObject({ failure });
  });
});
