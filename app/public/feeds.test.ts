import fc from 'fast-check';
import sax from 'sax';
import { describe, expect, it, test } from 'vitest';
import { writeFeed } from '@/app/public/feeds';
import {
  sampleBookmark,
  sampleOrigin,
  samplePage,
  sampleTranslator,
  sampleUuid,
} from '@/components/features/public/testing/sample-collection';
import type { PublicCollectionPage } from '@/lib/contract/public';

const page = `/public/${sampleUuid}/night-trains-of-europe`;
const t = await sampleTranslator();
const inert = sampleBookmark({ url: 'javascript:alert(1)', domain: '', path: '', title: 'Inert' });
const hostile = {
  ...samplePage({ name: '</title><script>&amp;', description: ']]> \u0000 & <b>' }, [
    sampleBookmark({ title: '<item>&amp;\u0001\ud800]]>', url: 'https://a.example/?a=1&b=\'<>"' }),
    inert,
  ]),
  owner: { name: 'A & B <i>' },
};

const write = (file: 'rss.xml' | 'atom.xml' | 'feed.json', found: PublicCollectionPage = samplePage()) =>
  writeFeed(file, found, { t, origin: sampleOrigin });

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** Parses strictly: throws unless the document is well-formed XML. */
function readXml(document: unknown) {
  const text = String(document);
  const invalid = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text);
  if (invalid) throw new Error(`not XML: ${JSON.stringify(invalid[0])}`);
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = sax.parser(true);
  const add = (more: string) => {
    const inner = open.at(-1);
    if (inner) inner.text += more;
  };
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    elements.push(element);
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  parser.ontext = add;
  parser.oncdata = add;
  parser.write(text).close();
  const named = (name: string) => elements.filter((element) => element.name === name);
  return {
    root: elements[0]!,
    texts: (name: string) => named(name).map((element) => element.text),
    values: (name: string, attribute: string) => named(name).map(({ attributes }) => attributes[attribute]),
  };
}

describe('RSS', () => {
  it('has the fields that feed readers need', () => {
    const { type, body } = write('rss.xml');
    expect(type).toBe('application/rss+xml; charset=utf-8');
    const { root, texts, values } = readXml(body);
    expect([root.name, root.attributes['version']]).toEqual(['rss', '2.0']);
    expect(texts('title')).toEqual([
      'Night trains of Europe',
      'Night trains in Europe: every route on one map',
    ]);
    expect(texts('link')).toEqual([`${sampleOrigin}${page}`, 'https://back-on-track.eu/night-train-map']);
    expect(texts('description')).toEqual([expect.stringMatching(/^Routes, timetables/)]);
    expect(texts('pubDate')).toEqual(['Mon, 16 Nov 2026 08:30:00 GMT']);
    expect(texts('lastBuildDate')).toEqual(['Wed, 18 Nov 2026 10:00:00 GMT']);
    expect(texts('guid')).toEqual(['urn:uuid:0190a5d0-ac96-774b-bcce-000000000001']);
    expect(values('guid', 'isPermaLink')).toEqual(['false']);
    expect(values('atom:link', 'href')).toEqual([`${sampleOrigin}${page}/rss.xml`]);
  });

  it('keeps hostile text as text, and contains web links only', () => {
    const { texts } = readXml(write('rss.xml', hostile).body);
    expect(texts('title')).toEqual(['</title><script>&amp;', '<item>&amp;\ufffd]]>']);
    expect(texts('description')).toEqual([']]>  & <b>']);
    expect(texts('link')).toEqual([`${sampleOrigin}${page}`, 'https://a.example/?a=1&b=%27%3C%3E%22']);
  });
});

describe('Atom', () => {
  it('has the fields that feed readers need', () => {
    const { root, texts, values } = readXml(write('atom.xml').body);
    expect([root.name, root.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    expect(texts('id')).toEqual([`urn:uuid:${sampleUuid}`, 'urn:uuid:0190a5d0-ac96-774b-bcce-000000000001']);
    expect(texts('updated')).toEqual(['2026-11-18T10:00:00.000Z', '2026-11-16T08:30:00.000Z']);
    expect(texts('published')).toEqual(['2026-11-16T08:30:00.000Z']);
    expect(texts('name')).toEqual(['Marina Souza']);
    expect(values('link', 'href')).toEqual([
      `${sampleOrigin}${page}`,
      `${sampleOrigin}${page}/atom.xml`,
      'https://back-on-track.eu/night-train-map',
    ]);
  });

  it('keeps hostile text as text', () => {
    const { texts, values } = readXml(write('atom.xml', hostile).body);
    expect(texts('title')).toEqual(['</title><script>&amp;', '<item>&amp;\ufffd]]>']);
    expect(values('title', 'type')).toEqual([undefined, undefined]);
    expect(texts('name')).toEqual(['A & B <i>']);
    expect(texts('entry')).toHaveLength(1);
  });
});

test('JSON Feed has the fields that feed readers need', () => {
  const { type, body } = write('feed.json', samplePage({}, [sampleBookmark(), inert]));
  expect(type).toBe('application/feed+json; charset=utf-8');
  expect(JSON.parse(String(body))).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Night trains of Europe',
    description: samplePage().collection.description,
    home_page_url: `${sampleOrigin}${page}`,
    feed_url: `${sampleOrigin}${page}/feed.json`,
    authors: [{ name: 'Marina Souza' }],
    items: [
      {
        id: 'urn:uuid:0190a5d0-ac96-774b-bcce-000000000001',
        url: 'https://back-on-track.eu/night-train-map',
        title: 'Night trains in Europe: every route on one map',
        content_text: 'Night trains in Europe: every route on one map',
        date_published: '2026-11-16T08:30:00.000Z',
      },
    ],
  });
});

test('any name and title leave feeds well-formed', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(text, text, text, (name, title, path) => {
      const found = {
        ...samplePage({ name, description: title }, [
          sampleBookmark({ title, url: `https://a.example/${path}` }),
        ]),
        owner: { name },
      };
      readXml(write('rss.xml', found).body);
      readXml(write('atom.xml', found).body);
    }),
    { numRuns: 100 },
  );
});
