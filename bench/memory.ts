import { residentMb, type RunningApp, type Visitor } from '@/bench/lib/app';
import { atMost, record, section } from '@/bench/lib/report';

const total = 10_000;
const sampleEvery = 500;
/** V8 gives back what it held for speed once nothing asks for it, some seconds after the last request. */
const restMs = 15_000;

/** Least-squares slope of `values`, in units per step. */
function slope(values: readonly number[]): number {
  const mean = (values.length - 1) / 2;
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  let top = 0;
  let bottom = 0;
  values.forEach((value, index) => {
    top += (index - mean) * (value - average);
    bottom += (index - mean) ** 2;
  });
  return top / bottom;
}

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

/** Times of rest in the last half, whose figures tell whether anything is kept that should not be. */
const rests = [total / 2, total * 0.75, total];

/**
 * Resident memory of the application process over 10,000 mixed requests at four connections: while they come, as quick
 * as they can be answered, and at rest, in the middle and afterwards.
 */
export async function memory(app: RunningApp, visitor: Visitor): Promise<void> {
  section('Memory');
  const samples: number[] = [];
  let next = 0;
  const worker = async (until: number) => {
    while (next < until) {
      const index = next++;
      const answer = await request(app, visitor, index);
      if (answer.status >= 500) throw new Error(`${answer.url}: ${answer.status}`);
      await answer.arrayBuffer();
      if (index % sampleEvery === 0) samples.push(residentMb(app.pid));
    }
  };
  const atRest: number[] = [];
  for (const until of rests) {
    await Promise.all([worker(until), worker(until), worker(until), worker(until)]);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    atRest.push(residentMb(app.pid));
  }
  record({ name: 'resident memory under full load, most', value: Math.max(...samples), unit: 'MB' });
  record({ name: 'resident memory after 5,000 requests, at rest', value: atRest[0] ?? 0, unit: 'MB' });
  atMost('resident memory after 10,000 requests, at rest', atRest.at(-1) ?? 0, 450, 'MB');
  // Measured: 0.5. What two collections leave of the same differs by as much.
  atMost('slope over the last half, at rest, per 1,000 requests', slope(atRest) / 2.5, 1, 'MB');
  const half = samples.slice(samples.length / 2);
  record({
    name: 'slope over the last half, under load, per 1,000 requests',
    value: slope(half) * (1_000 / sampleEvery),
    unit: 'MB',
  });
}
