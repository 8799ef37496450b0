import { escapeUTF8 } from 'entities/escape';
import { getTranslations } from 'next-intl/server';
import { serveFile, type FileBody, type FileParams } from '@/app/public/serve-file';
import { describeCollection, withShownName, type PublicTranslator } from '@/app/public/collection-metadata';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import type { PublicCollectionPage } from '@/lib/contract/public';
import { isLiveUrl } from '@/lib/domain/live-url';
import { feeds, publicFilePath, publicPath } from '@/lib/domain/public-address';
import { env } from '@/lib/env/server';

type FeedFile = (typeof feeds)[number]['file'];

/** Returns the route handler of a feed: the newest links of a collection. */
export const feedRoute = (file: FeedFile) => (_: Request, context: FileParams) =>
  serveFile(context, file, async (found) =>
    writeFeed(file, found, { t: await getTranslations('Public'), origin: env().appUrl }),
  );

interface Options {
  t: PublicTranslator;
  origin: string;
}

/** Writes a feed. A bookmark whose URL is not a web link is of no use to a feed reader and is left out. */
export function writeFeed(file: FeedFile, page: PublicCollectionPage, { t, origin }: Options): FileBody {
  const found = withShownName(page, t);
  const { collection, owner } = found;
  const content = {
    id: urn(collection.uuid),
    title: collection.name,
    description: describeCollection(found, t),
    link: origin + publicPath(collection),
    self: origin + publicFilePath(collection, file),
    updated: new Date(collection.updatedAt),
    author: owner.name,
    items: found.bookmarks
      .filter(({ url }) => isLiveUrl(url))
      .map((bookmark) => ({
        id: urn(bookmark.uuid),
        title: bookmarkTitle(bookmark),
        link: new URL(bookmark.url).href,
        date: new Date(bookmark.createdAt),
      })),
  };
  const { type } = feeds.find((feed) => feed.file === file) ?? feeds[0];
  return { type: `${type}; charset=utf-8`, body: writers[file](content) };
}

interface FeedContent {
  id: string;
  title: string;
  description: string;
  link: string;
  self: string;
  updated: Date;
  author: string;
  items: { id: string; title: string; link: string; date: Date }[];
}

const writers: Record<FeedFile, (content: FeedContent) => string> = {
  'rss.xml': rss,
  'atom.xml': atom,
  'feed.json': jsonFeed,
};

/** RSS 2.0, with the link to itself that validators ask for. */
function rss({ title, description, link, self, updated, items }: FeedContent): string {
  return xmlDocument('rss', { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' }, [
    element('channel', {}, [
      element('title', {}, title),
      element('link', {}, link),
      element('description', {}, description),
      element('lastBuildDate', {}, updated.toUTCString()),
      element('generator', {}, 'Markwell'),
      element('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
      ...items.map((item) =>
        element('item', {}, [
          element('title', {}, item.title),
          element('link', {}, item.link),
          element('guid', { isPermaLink: 'false' }, item.id),
          element('pubDate', {}, item.date.toUTCString()),
        ]),
      ),
    ]),
  ]);
}

/** Atom, RFC 4287. */
function atom({ id, title, description, link, self, updated, author, items }: FeedContent): string {
  return xmlDocument('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
    element('id', {}, id),
    element('title', {}, title),
    element('subtitle', {}, description),
    element('updated', {}, updated.toISOString()),
    element('generator', {}, 'Markwell'),
    element('author', {}, [element('name', {}, author)]),
    element('link', { rel: 'alternate', href: link }),
    element('link', { rel: 'self', href: self }),
    ...items.map((item) =>
      element('entry', {}, [
        element('id', {}, item.id),
        element('title', {}, item.title),
        element('link', { href: item.link }),
        element('updated', {}, item.date.toISOString()),
        element('published', {}, item.date.toISOString()),
      ]),
    ),
  ]);
}

/** JSON Feed 1.1. */
function jsonFeed({ title, description, link, self, author, items }: FeedContent): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: link,
    feed_url: self,
    authors: [{ name: author }],
    items: items.map((item) => ({
      id: item.id,
      url: item.link,
      title: item.title,
      content_text: item.title,
      date_published: item.date.toISOString(),
    })),
  });
}

const urn = (uuid: string): string => `urn:uuid:${uuid}`;

/** XML markup, in contrast to text, which is escaped. */
type Markup = string & { readonly brand: unique symbol };

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly Markup[] = [],
): Markup {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)];
  const inner = typeof content === 'string' ? escapeXml(content) : content.join('');
  return `<${start.join(' ')}>${inner}</${name}>` as Markup;
}

const xmlDocument = (...root: Parameters<typeof element>): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${element(...root)}`;

/** Escapes text, without the characters that XML does not allow. */
const escapeXml = (text: string): string =>
  escapeUTF8(text.toWellFormed().replace(/[\u0000-\u0008\v\f\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, ''));
