import http from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { englishWords } from '@/bench/data/words';
import { zipf } from '@/bench/data/zipf';
import { createRandom } from '@/lib/utils/random';

/** A page of a site: its article, its pictures, and the rest of its HTML, which is not the article. */
export interface SamplePage {
  readonly words: number;
  readonly pictures: readonly number[];
  readonly otherBytes: number;
}

export interface ArticleSite {
  /** Hosts and ports of the pages. */
  readonly hosts: readonly string[];
  /** Calls `listen` when a page is requested. */
  onPage(listen: (address: string) => void): void;
  close(): void;
}

const photoCount = 40;

/** Photos as sites send them: 800 to 2,400 pixels wide, as JPEG, with gradients, edges and noise. */
async function samplePhotos(seed: number): Promise<Buffer[]> {
  const random = createRandom(seed);
  const photos: Buffer[] = [];
  for (let place = 0; place < photoCount; place += 1) {
    const width = 800 + Math.floor(random() * 1_600);
    const height = Math.round(width * (0.5 + random() * 0.25));
    const rough = Buffer.from(Array.from({ length: 48 * 32 * 3 }, () => Math.floor(random() * 256)));
    const grain = Buffer.from(Array.from({ length: 400 * 300 * 3 }, () => 118 + Math.floor(random() * 20)));
    const overlay = await sharp(grain, { raw: { width: 400, height: 300, channels: 3 } })
      .resize(width, height, { fit: 'fill' })
      .png()
      .toBuffer();
    photos.push(
      await sharp(rough, { raw: { width: 48, height: 32, channels: 3 } })
        .resize(width, height, { fit: 'fill', kernel: 'cubic' })
        .composite([{ input: overlay, blend: 'soft-light' }])
        .jpeg({ quality: 82 })
        .toBuffer(),
    );
  }
  return photos;
}

/**
 * Returns pages shaped like those of the web: the number of words and pictures, and the size of scripts, styles and
 * navigation around the article, are distributed log-normally about the medians of articles.
 */
export function samplePages(count: number, seed: number): SamplePage[] {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const around = (median: number, spread: number, most: number) =>
    Math.min(most, Math.round(median * Math.exp(spread * normal())));
  return Array.from({ length: count }, () => ({
    words: Math.max(60, around(900, 0.8, 12_000)),
    pictures: Array.from({ length: around(5, 0.9, 40) }, () => Math.floor(random() * photoCount)),
    otherBytes: around(110_000, 0.9, 1_500_000),
  }));
}

const paragraphWords = 70;

/** Writes a page: half of the rest is scripts and styles, the other half navigation and teasers. */
function htmlOf({ words, pictures, otherBytes }: SamplePage, seed: number): string {
  const random = createRandom(seed);
  const word = zipf(englishWords, random);
  const sentence = (length: number) => Array.from({ length }, word).join(' ');
  const paragraphs = Array.from(
    { length: Math.ceil(words / paragraphWords) },
    () => `<p>${sentence(paragraphWords - 1)}.</p>`,
  );
  for (const [place, picture] of pictures.entries()) {
    const at = Math.floor(((place + 1) * paragraphs.length) / (pictures.length + 1));
    const figure = `<figure><img src="/photo/${picture}.jpg" alt="${sentence(4)}"><figcaption>${sentence(9)}</figcaption></figure>`;
    paragraphs[at] = `${figure}${paragraphs[at] ?? ''}`;
  }
  const script = `<script>window.data=${JSON.stringify(sentence(80))}</script>`;
  const teaser = `<li class="teaser"><a href="/${seed}"><span>${sentence(8)}</span></a></li>`;
  const many = (part: string) => part.repeat(Math.ceil(otherBytes / 2 / part.length));
  return `<!doctype html><html lang="en"><head><title>${sentence(7)}</title>${many(script)}</head><body>
    <nav><ul>${many(teaser)}</ul></nav><main><article><h1>${sentence(7)}</h1>${paragraphs.join('\n')}</article></main></body></html>`;
}

/** Serves each page at an address of its own on loopback: `127.0.0.2` is the first. */
export async function serveArticles(pages: readonly SamplePage[]): Promise<ArticleSite> {
  const photos = await samplePhotos(7);
  let listener: (address: string) => void = () => undefined;
  const server = http.createServer((request, response) => {
    const address = request.socket.localAddress ?? '';
    const photo = /^\/photo\/(\d+)\.jpg$/.exec(request.url ?? '')?.[1];
    if (photo !== undefined) {
      response.setHeader('content-type', 'image/jpeg').end(photos[Number(photo)]);
      return;
    }
    const place = Number(address.split('.').at(-1)) - 2;
    const page = request.url === '/' ? pages[place] : undefined;
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    listener(address);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(htmlOf(page, place + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    hosts: pages.map((_, place) => `127.0.0.${place + 2}:${port}`),
    onPage: (listen) => {
      listener = listen;
    },
    close: () => {
      server.close().closeAllConnections();
    },
  };
}
