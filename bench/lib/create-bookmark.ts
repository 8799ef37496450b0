import { request } from 'undici';
import type { RunningApp, Visitor } from '@/bench/lib/app';

/** Saves one bookmark of a kind that no library is filled with; `index` tells those of one run apart. */
export async function createBookmark(
  { origin }: RunningApp,
  { headers }: Visitor,
  index: number,
): Promise<void> {
  // Of the clients at hand the one that takes the least of what is measured.
  const { statusCode, body } = await request(`${origin}/v1/bookmarks/create`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      title: `Measured page ${index}`,
      url: `https://measured.example/${Date.now()}/${index}`,
      tags: 'measured,bench',
    }),
  });
  const answer = await body.text();
  if (statusCode !== 201) throw new Error(`create: ${statusCode} ${answer}`);
}
