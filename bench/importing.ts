import { requestJson, signInAgain, type RunningApp, type Visitor } from '@/bench/lib/app';
import { median, quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';

interface Progress {
  status: string;
  created: number;
}

/** Milliseconds from the start of the upload until search finds the last entry of the file. */
async function importFile(app: RunningApp, visitor: Visitor, file: string, entries: number): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${app.origin}/v1/bookmarks/import`, {
    method: 'POST',
    headers: { ...visitor.headers, 'content-type': 'text/html' },
    body: file,
  });
  if (response.status !== 202) throw new Error(`import: ${response.status} ${await response.text()}`);
  const { uuid } = (await response.json()) as { uuid: string };
  for (;;) {
    const progress = await requestJson<Progress>(app, visitor, `/bookmarks/import/${uuid}`);
    if (progress.status === 'done') {
      if (progress.created !== entries) throw new Error(`import: ${progress.created} of ${entries} created`);
      break;
    }
    if (progress.status === 'failed') throw new Error('import failed');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const found = await requestJson<{ pagination: { total: number } }>(
    app,
    visitor,
    `/search?q=${entries - 1}`,
  );
  if (found.pagination.total < 1) throw new Error('import: the last entry is not found');
  return performance.now() - start;
}

/** Latencies in milliseconds of another account's list requests until `done` settles. */
async function measureReads(app: RunningApp, reader: Visitor, done: Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  const state = { running: true };
  void done.finally(() => (state.running = false)).catch(() => undefined);
  while (state.running) {
    const start = performance.now();
    await requestJson(app, reader, '/bookmarks/list?size=50');
    taken.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return taken;
}

/** Measures imports, the large ones with a second account reading. `file` returns a file with distinct entries. */
export async function importing(
  app: RunningApp,
  signUp: (name: string) => Promise<Visitor>,
  reader: Visitor,
  file: (entries: number) => string,
): Promise<void> {
  section('Import');
  const small: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    small.push(await importFile(app, await signUp(`import-small-${round}`), file(1_000), 1_000));
  }
  atMost('1,000 entries, upload to searchable, median', median(small), 500, 'ms');

  const large = file(100_000);
  record({ name: 'file of 100,000 entries', value: large.length / 1e6, unit: 'MB' });
  const seconds: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await signInAgain(reader);
    const run = importFile(app, await signUp(`import-large-${round}`), large, 100_000);
    latencies.push(...(await measureReads(app, reader, run)));
    seconds.push((await run) / 1_000);
  }
  atMost('100,000 entries, upload to searchable, median', median(seconds), 12, 's');
  atMost('lists of another account during the import, p95', quantile(latencies, 0.95), 100, 'ms');
}
