import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { answerVisit, type Show } from '@/app/public/answer-visit';
import { pageSize, showAtom, showJson, showRss } from '@/app/public/show';
import {
  sampleBookmark,
  sampleOrigin,
  samplePage,
  sampleUuid,
  sampleVisit,
} from '@/app/public/testing/sample-visit';
import type { PublicCollectionPage } from '@/lib/contract/schemas/public';
import { files, type FileName } from '@/lib/public-page/addresses';
import { readXml } from '@/lib/public-page/testing/read-xml';

const page = `/public/${sampleUuid}/night-trains-of-europe`;
const inert = sampleBookmark({ url: 'javascript:alert(1)', domain: '', path: '', title: 'Inert' });
const hostile = samplePage({ name: '</title><script>&amp;', description: ']]> \u0000 & <b>' }, [
  sampleBookmark({ title: '<item>&\u0001\ud800]]>', url: 'https://a.example/?a=1&b=\'<>"' }),
  inert,
]);

async function read(file: FileName, show: Show, answer: PublicCollectionPage): Promise<Response> {
  return answerVisit(await sampleVisit({ path: `${page}/${file}`, answer }), { file, size: pageSize }, show);
}

describe('RSS', () => {
  it('has what readers need', async () => {
    const response = await read('rss.xml', showRss, samplePage());
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const { name, attributes, texts, values } = readXml(await response.text());
    expect([name, attributes['version']]).toEqual(['rss', '2.0']);
    expect(texts('title')).toEqual([
      'Night trains of Europe',
      'Night trains in Europe: every route on one map',
    ]);
    expect(texts('link')).toEqual([`${sampleOrigin}${page}`, 'https://back-on-track.eu/night-train-map']);
    expect(texts('pubDate')).toEqual(['Mon, 16 Nov 2026 08:30:00 GMT']);
    expect(texts('lastBuildDate')).toEqual(['Wed, 18 Nov 2026 10:00:00 GMT']);
    expect(values('guid', 'isPermaLink')).toEqual(['false']);
    expect(values('atom:link', 'href')).toEqual([`${sampleOrigin}${page}/rss.xml`]);
  });

  it('is well formed whatever is in it, and links only to the web', async () => {
    const { texts } = readXml(await (await read('rss.xml', showRss, hostile)).text());
    expect(texts('title')).toEqual(['</title><script>&amp;', '<item>&\ufffd]]>', 'Inert']);
    expect(texts('link')).toEqual([`${sampleOrigin}${page}`, `https://a.example/?a=1&b='<>"`]);
  });
});

describe('Atom', () => {
  it('has what readers need', async () => {
    const { name, attributes, texts, values } = readXml(
      await (await read('atom.xml', showAtom, samplePage())).text(),
    );
    expect([name, attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    expect(texts('id')).toEqual([`urn:uuid:${sampleUuid}`, 'urn:uuid:0190a5d0-ac96-774b-bcce-000000000001']);
    expect(texts('updated')).toEqual(['2026-11-18T10:00:00.000Z', '2026-11-16T08:30:00.000Z']);
    expect(texts('name')).toEqual(['Marina Souza']);
    expect(values('link', 'href')).toEqual([
      `${sampleOrigin}${page}`,
      `${sampleOrigin}${page}/atom.xml`,
      'https://back-on-track.eu/night-train-map',
    ]);
  });

  it('is well formed whatever is in it; what has no link has a content', async () => {
    const { texts } = readXml(await (await read('atom.xml', showAtom, hostile)).text());
    expect(texts('content')).toEqual(['Inert']);
  });
});

test('JSON Feed has what readers need', async () => {
  const feed: unknown = await (await read('feed.json', showJson, samplePage())).json();
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Night trains of Europe',
    home_page_url: `${sampleOrigin}${page}`,
    feed_url: `${sampleOrigin}${page}/feed.json`,
    authors: [{ name: 'Marina Souza' }],
    items: [{ url: 'https://back-on-track.eu/night-train-map', date_published: '2026-11-16T08:30:00.000Z' }],
  });
});

test('any name and title leave feeds well formed', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, title, path) => {
      const answer = samplePage({ name, description: title }, [
        sampleBookmark({ title, url: `https://a.example/${path}` }),
      ]);
      readXml(await (await read('rss.xml', showRss, answer)).text());
      readXml(await (await read('atom.xml', showAtom, answer)).text());
    }),
    { numRuns: 100 },
  );
});

test('a feed of an unlisted collection is not for search engines, and none is for a program to run', async () => {
  const response = await read('rss.xml', showRss, samplePage({ listed: false }));
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('every file under a former name leads to the one under the right name', async () => {
  for (const file of files) {
    const visit = await sampleVisit({
      path: `/public/${sampleUuid}/former/${file}?q=x`,
      answer: samplePage(),
    });
    const response = await answerVisit(visit, { file, size: 1 }, () => Promise.reject(new Error('shown')));
    expect([response.status, response.headers.get('location')]).toEqual([308, `${page}/${file}`]);
  }
});
