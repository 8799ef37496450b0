import zlib from 'node:zlib';

/** Total Brotli bytes of the scripts of a page's HTML; `nomodule` scripts are excluded, as in current browsers. */
export async function firstLoadBytes(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const page = await fetch(`${origin}${path}`, { headers, redirect: 'manual' });
  if (page.status !== 200) throw new Error(`${path}: ${page.status}`);
  const html = await page.text();
  const tags = html.match(/<script\b[^>]*>/g) ?? [];
  const sources = new Set(
    tags
      .filter((tag) => !/\snomodule/i.test(tag))
      .map((tag) => /\ssrc="([^"]+)"/.exec(tag)?.[1])
      .filter((source) => source !== undefined),
  );
  let bytes = 0;
  for (const source of sources) {
    const script = await fetch(new URL(source.replaceAll('&amp;', '&'), origin));
    bytes += zlib.brotliCompressSync(Buffer.from(await script.arrayBuffer())).length;
  }
  return bytes;
}
