import { escapeText } from 'entities/escape';
import { Feed } from 'feed';
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
        link: bookmark.url,
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
  'rss.xml': (content) => xmlFeed(content, 'rss', withoutControls).rss2(),
  // The library writes titles of Atom as HTML.
  'atom.xml': (content) => xmlFeed(content, 'atom', (text) => escapeText(withoutControls(text))).atom1(),
  'feed.json': jsonFeed,
};

function xmlFeed(content: FeedContent, kind: 'rss' | 'atom', itemTitle: (text: string) => string): Feed {
  const { id, title, description, link, self, updated, author, items } = content;
  const feed = new Feed({
    id,
    title: escapeAmpersands(title),
    description: escapeAmpersands(description),
    link,
    feedLinks: { [kind]: self },
    updated,
    author: { name: escapeAmpersands(author) },
    generator: 'Markwell',
  });
  for (const item of items) {
    feed.addItem({ ...item, title: itemTitle(item.title), published: item.date });
  }
  return feed;
}

/** JSON Feed 1.1; the library writes version 1 only. */
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

/** Returns text that XML allows: the library passes control characters through, which make a document invalid. */
const withoutControls = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u0008\v\f\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '');

/** The library decodes `&amp;` in texts before it encodes them; this preserves the original text. */
const escapeAmpersands = (text: string): string => withoutControls(text).replaceAll('&', '&amp;');
