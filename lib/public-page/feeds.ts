import { filePath, viewPath, type FileName } from '@/lib/public-page/addresses';
import { describe } from '@/lib/public-page/head';
import { xml, type Html } from '@/lib/public-page/html';
import type { CollectionView, Look, RowView } from '@/lib/public-page/views';

/** A row with what a feed needs beside it. */
export interface Entry {
  readonly uuid: string;
  readonly row: RowView;
}

/** The newest links of a collection as a feed. */
export interface Feed {
  readonly view: CollectionView;
  readonly look: Look;
  readonly entries: readonly Entry[];
}

const at = ({ look }: Feed, path: string): string => `${look.origin}${path}`;
const selfOf = (feed: Feed, name: FileName): string => at(feed, filePath(feed.view.shelf, name));
const pageOf = (feed: Feed): string => at(feed, viewPath(feed.view.shelf));
const idOf = (uuid: string): string => `urn:uuid:${uuid}`;
const document = (root: Html): string => `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`;

/** RSS 2.0. */
export function rssFeed(feed: Feed): string {
  const { view, look, entries } = feed;
  const item = ({ uuid, row: { title, href, date } }: Entry): Html =>
    xml`<item>
      <title>${title}</title>
      ${href !== null && xml`<link>${href}</link>`}
      <guid isPermaLink="false">${idOf(uuid)}</guid>
      <pubDate>${new Date(date.iso).toUTCString()}</pubDate>
      </item>
    `;
  return document(xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
    <title>${view.name}</title>
    <link>${pageOf(feed)}</link>
    <description>${describe(view, look)}</description>
    <atom:link rel="self" type="application/rss+xml" href="${selfOf(feed, 'rss.xml')}"/>
    <lastBuildDate>${new Date(view.updated.iso).toUTCString()}</lastBuildDate>
    <generator>Markwell</generator>
    ${entries.map(item)}</channel></rss>`);
}

/** Atom 1.0. */
export function atomFeed(feed: Feed): string {
  const { view, look, entries } = feed;
  // An entry without a link has to have a content.
  const target = ({ title, href }: RowView): Html =>
    href === null ? xml`<content>${title}</content>` : xml`<link href="${href}"/>`;
  const entry = ({ uuid, row }: Entry): Html =>
    xml`<entry>
      <id>${idOf(uuid)}</id>
      <title>${row.title}</title>
      ${target(row)}
      <published>${row.date.iso}</published>
      <updated>${row.date.iso}</updated>
      </entry>
    `;
  return document(xml`<feed xmlns="http://www.w3.org/2005/Atom">
    <id>${idOf(view.shelf.uuid)}</id>
    <title>${view.name}</title>
    <subtitle>${describe(view, look)}</subtitle>
    <updated>${view.updated.iso}</updated>
    <author><name>${view.owner.name}</name></author>
    <generator>Markwell</generator>
    <link rel="alternate" type="text/html" href="${pageOf(feed)}"/>
    <link rel="self" type="application/atom+xml" href="${selfOf(feed, 'atom.xml')}"/>
    ${entries.map(entry)}</feed>`);
}

/** JSON Feed 1.1. */
export function jsonFeed(feed: Feed): string {
  const { view, look, entries } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: view.name,
    description: describe(view, look),
    home_page_url: pageOf(feed),
    feed_url: selfOf(feed, 'feed.json'),
    authors: [{ name: view.owner.name }],
    items: entries.map(({ uuid, row: { title, href, date } }) => ({
      id: idOf(uuid),
      ...(href !== null && { url: href }),
      title,
      content_text: title,
      date_published: date.iso,
    })),
  });
}
