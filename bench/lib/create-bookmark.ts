import { request } from 'undici';
import type { RunningApp, Visitor } from '@/bench/lib/app';

/** Creates a bookmark unlike those of the filled libraries; `index` makes it distinct within a run. */
export async function createBookmark(
  { origin }: RunningApp,
  { headers }: Visitor,
  index: number,
): Promise<void> {
  // undici has the lowest overhead of the available HTTP clients.
  const { statusCode, body } = await request(`${origin}/v1/bookmarks/create`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      title: `Measured page ${index}`,
      url: `https://measured.example/${Date.now()}/${index}`,
      tags: 'measured,bench',
    }),
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(`create: ${statusCode} ${text}`);
}
