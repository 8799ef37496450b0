import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createImporter, file, link } from '@/provider/testing/imports';
import { alternates, createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { importFile } = createImporter(tested);

const total = 20_000;
const batchRows = 250;
const person = await signUp();
const links = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => link(`https://example.com/${from + index}`, 'Title'));
await importFile(
  person,
  file(
    ...links(0, 9_000),
    ...['<DT><H3>Folder</H3><DL>', ...links(9_000, total), '</DL>'],
    ...['<DT><H3>Twice</H3><DL>', ...links(9_000, 9_500), '</DL>'],
  ),
);

/** Returns the row counts of all later export statements. */
function watchBatches(): () => number[] {
  const query = vi.spyOn(db.$client, 'query');
  onTestFinished(() => query.mockRestore());
  return () =>
    query.mock.settledResults.flatMap(({ type, value }, index) => {
      const [statement] = query.mock.calls[index] as unknown as [{ text: string }];
      if (!statement.text.includes('order by b.order_key')) return [];
      return type === 'fulfilled' ? [(value as unknown as { rows: unknown[] }).rows.length] : [0];
    });
}

async function open(format: 'html' | 'json' | 'csv') {
  const { body } = await call('bookmarks.export', { query: { format } }, person);
  return (body.body as ReadableStream<Uint8Array>).getReader();
}

describe('an export of 20,000 bookmarks', () => {
  test.skipIf(alternates).each([
    ['html', /<DT><A /g, total + 500],
    ['json', /"favorite"/g, total],
    ['csv', /https:/g, total],
  ] as const)('in %s is whole, and never holds more than a batch', async (format, each, count) => {
    const batches = watchBatches();
    const { body } = await call('bookmarks.export', { query: { format } }, person);
    expect((await body.text()).match(each)).toHaveLength(count);
    expect(Math.max(...batches())).toBe(batchRows);
    expect(batches().reduce((sum, rows) => sum + rows, 0)).toBe(count);
  });

  test('reads no further than its client', async () => {
    const batches = watchBatches();
    const reader = await open('json');
    for (let chunk = 0; chunk < 10; chunk += 1) await reader.read();
    await signUp();
    expect(batches().length).toBeLessThanOrEqual(12);
    await reader.cancel();
  });

  test('holds no connection while its client waits, and none after it disconnects', async () => {
    const batches = watchBatches();
    const readers = await Promise.all(Array.from({ length: 30 }, () => open('html')));
    await Promise.all(readers.map((reader) => reader.read()));
    // More downloads than connections do not block other requests.
    expect((await call('bookmarks.list', {}, person)).status).toBe(200);
    await Promise.all(readers.map((reader) => reader.cancel()));
    await expect.poll(() => db.$client.totalCount - db.$client.idleCount).toBe(0);
    const begun = batches().length;
    await signUp();
    expect(batches()).toHaveLength(begun);
  });
});
