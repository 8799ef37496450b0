import type { RunningApp, Visitor } from '@/bench/lib/app';
import { median, quantile, time } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';

async function expectStatus(answer: Response, status: number): Promise<Response> {
  if (answer.status !== status) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return answer;
}

/** One bookmark at a time, and the tags with their counts, in a library of 100,000. */
export async function writes(app: RunningApp, visitor: Visitor): Promise<void> {
  section('Single calls at 100,000 bookmarks');
  const create = (index: number) =>
    fetch(`${app.origin}/v1/bookmarks/create`, {
      method: 'POST',
      headers: visitor.headers,
      body: JSON.stringify({
        title: `Measured page ${index}`,
        url: `https://measured.example/${Date.now()}/${index}`,
        tags: 'measured,bench',
      }),
    }).then((answer) => expectStatus(answer, 201));
  await time(50, create);
  const created = await time(500, (index) => create(1_000 + index));
  atMost('create one bookmark, median', median(created), 4, 'ms');
  record({ name: 'create one bookmark, p95', value: quantile(created, 0.95), unit: 'ms' });

  const tags = () =>
    fetch(`${app.origin}/v1/tags/list`, { headers: visitor.headers }).then((answer) =>
      expectStatus(answer, 200),
    );
  await time(10, tags);
  atMost('tags with counts, median', median(await time(100, tags)), 15, 'ms');
}
