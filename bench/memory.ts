import { residentMb, type RunningApp, type Visitor } from '@/bench/lib/app';
import { attachInspector } from '@/bench/lib/inspector';
import { slope } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';

const total = 10_000;
const sampleEvery = 500;
/** V8 releases memory reserved for speed some seconds after the last request. */
const restMs = 15_000;

function request(app: RunningApp, visitor: Visitor, index: number): Promise<Response> {
  const get = (path: string) => fetch(`${app.origin}${path}`, { headers: visitor.headers });
  switch (index % 8) {
    case 0:
      return get('/');
    case 1:
      return get('/v1/collections/simplified');
    case 2:
      return get(`/v1/search?q=${['data', 'guide', 'rust', 'zzzz'][(index >> 3) % 4] ?? 'a'}`);
    case 3:
      return fetch(`${app.origin}/v1/bookmarks/create`, {
        method: 'POST',
        headers: visitor.headers,
        body: JSON.stringify({ title: 'Memory', url: `https://memory.example/${index}/${Date.now()}` }),
      });
    case 4:
      return get('/v1/tags/list');
    case 5:
      return get('/collections');
    default:
      return get('/v1/bookmarks/list?size=50');
  }
}

/** Number of further requests between two forced garbage collections. */
const step = 2_500;
const steps = 2;

/**
 * Measures the resident memory of the application process over 10,000 mixed requests on four connections, under full
 * load and when idle afterwards. Then measures the heap in use after garbage collections, which shows leaks: resident
 * memory when idle depends on when V8 collects.
 */
export async function memory(app: RunningApp, visitor: Visitor): Promise<void> {
  section('Memory');
  const samples: number[] = [];
  let next = 0;
  const worker = async (until: number) => {
    while (next < until) {
      const index = next++;
      const response = await request(app, visitor, index);
      if (response.status >= 500) throw new Error(`${response.url}: ${response.status}`);
      await response.arrayBuffer();
      if (index % sampleEvery === 0) samples.push(residentMb(app.pid));
    }
  };
  const requestUntil = (until: number) =>
    Promise.all([worker(until), worker(until), worker(until), worker(until)]);
  await requestUntil(total);
  record({ name: 'resident memory under full load, maximum', value: Math.max(...samples), unit: 'MB' });
  const half = samples.slice(samples.length / 2);
  record({
    name: 'slope of it over the last half, per 1,000 requests',
    value: slope(half) * (1_000 / sampleEvery),
    unit: 'MB',
  });
  await new Promise((resolve) => setTimeout(resolve, restMs));
  atMost('resident memory after 10,000 requests, idle', residentMb(app.pid), 450, 'MB');
  const inspector = await attachInspector(app.pid);
  const inUse = [await inspector.heapInUse()];
  for (let done = 1; done <= steps; done += 1) {
    await requestUntil(total + done * step);
    inUse.push(await inspector.heapInUse());
  }
  inspector.close();
  record({ name: 'heap in use after a garbage collection', value: inUse.at(-1) ?? 0, unit: 'MB' });
  atMost('slope of it, per 1,000 requests', slope(inUse) * (1_000 / step), 1, 'MB');
}
