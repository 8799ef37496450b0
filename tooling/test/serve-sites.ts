import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';

/** HTTP server with pages for tests: the URL of a page defines its content. */
export interface Sites {
  url: string;
  close(): Promise<void>;
}

/** One black pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>';

/**
 * Listens on loopback. The query can set `title`, `description`, `article`, `icon`, `pictures`, `status` and `delayMs`
 * of a page.
 */
export async function serveSites(): Promise<Sites> {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://sites');
    void respond(url, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

async function respond(url: URL, response: ServerResponse): Promise<void> {
  await wait(Number(url.searchParams.get('delayMs') ?? 0));
  const { status, type, body } = await contentOf(url);
  response.writeHead(status, { 'content-type': type }).end(body);
}

interface Content {
  status: number;
  type: string;
  body: string | Buffer;
}

async function contentOf({ pathname, searchParams }: URL): Promise<Content> {
  if (pathname === '/icon.png') return { status: 200, type: 'image/png', body: PNG };
  if (pathname === '/icon.svg') return { status: 200, type: 'image/svg+xml', body: SVG };
  if (pathname.startsWith('/icon') || pathname === '/favicon.ico') {
    return { status: 404, type: 'text/plain', body: '' };
  }
  const picture = /^\/picture-(\d)\.png$/.exec(pathname);
  if (picture) return { status: 200, type: 'image/png', body: await drawPicture(Number(picture[1])) };
  const status = Number(searchParams.get('status') ?? 200);
  return { status, type: 'text/html; charset=utf-8', body: page(pathname, searchParams) };
}

function page(pathname: string, query: URLSearchParams): string {
  const icon = query.get('icon');
  const count = Number(query.get('pictures') ?? 0);
  const pictures = Array.from({ length: count }, (_, at) => `<img src="/picture-${at + 1}.png">`).join('');
  return [
    '<!doctype html><html><head>',
    `<title>${escapeHtml(query.get('title') ?? `Page ${pathname}`)}</title>`,
    `<meta name="description" content="${escapeHtml(query.get('description') ?? '')}">`,
    icon === null ? '' : `<link rel="icon" href="/icon.${escapeHtml(icon)}">`,
    count > 0 ? '<meta property="og:image" content="/picture-1.png">' : '',
    `</head><body>${article(query.get('article'))}${pictures}</body></html>`,
  ].join('');
}

function article(text: string | null): string {
  if (text === null) return '<p>A page for tests.</p>';
  const paragraphs = text.split('|').map((part) => `<p>${escapeHtml(part)}</p>`);
  return `<article><h2>What it says</h2>${paragraphs.join('')}</article>`;
}

/** A picture in a color of its own. */
const drawPicture = (number: number): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: `hsl(${number * 80}, 50%, 50%)` } })
    .png()
    .toBuffer();

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
