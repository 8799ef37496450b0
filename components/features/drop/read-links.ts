import type { DroppedData } from '@/components/features/drop/dropped-data';
import { linksInText } from '@/lib/domain/links-in-text';
import { isLiveUrl, isScriptUrl } from '@/lib/domain/live-url';
import { parseBookmarkUrl } from '@/lib/domain/url';

/** Maximum size of a shortcut file: it contains little besides the link. */
const maxBytes = 64 * 1024;

const forms: readonly { ending: string; address: RegExp }[] = [
  { ending: '.url', address: /^\s*URL\s*=\s*(\S+)/im },
  { ending: '.desktop', address: /^\s*URL(?:\[\$e\])?\s*=\s*(\S+)/im },
  { ending: '.webloc', address: /<key>\s*URL\s*<\/key>\s*<string>([^<]+)<\/string>/i },
];

const formOf = ({ name }: File) => forms.find(({ ending }) => name.toLowerCase().endsWith(ending));

/** Whether it is a shortcut file of a desktop: `.url` of Windows, `.webloc` of macOS, `.desktop` of Linux. */
const isShortcutFile = (file: File): boolean => formOf(file) !== undefined;

/** Returns the link of a shortcut file, named like the file; none if it contains none, or cannot be read. */
async function readShortcutFile(file: File): Promise<DroppedLink[]> {
  const form = formOf(file);
  if (!form || file.size > maxBytes) return [];
  const text = await file.text().catch(() => '');
  const address = form.address.exec(text)?.[1];
  if (address === undefined) return [];
  const url = address.trim().replaceAll('&amp;', '&');
  return [{ url, title: file.name.slice(0, -form.ending.length).trim() }];
}

export interface DroppedLink {
  readonly url: string;
  /** The link's text on its page; may be empty. */
  readonly title: string;
}

/** Maximum number of links per drop; a whole library should be imported instead. */
export const linksMax = 200;

export interface DroppedLinks {
  /** Only web addresses; at most `linksMax`. */
  readonly links: readonly DroppedLink[];
  /** Number of links that are left out: of other schemes, such as `javascript:`, or beyond the maximum. */
  readonly leftOut: number;
}

/**
 * Returns the distinct links in dropped data, in order: of a link, of a selection with several, of plain text,
 * and of shortcut files.
 */
export async function readLinks(data: DroppedData): Promise<DroppedLinks> {
  const files = await Promise.all(data.files.filter(isShortcutFile).map(readShortcutFile));
  // A browser provides one link in several formats: those with a title come first.
  const found = [
    ...ofMozUrl(data.mozUrl),
    ...ofHtml(data.html),
    ...ofUriList(data.uriList),
    ...ofText(data.plain),
    ...files.flat(),
  ];
  const unique = new Map<string, DroppedLink>();
  const others = new Set(
    data.plain
      .split('\n')
      .map((line) => line.trim())
      .filter(hasOtherScheme),
  );
  for (const { url, title } of found) {
    if (hasOtherScheme(url)) others.add(url);
    if (!isLiveUrl(url)) continue;
    const { href } = new URL(url);
    const known = unique.get(href);
    if (!known || known.title === '') unique.set(href, { url: href, title: title || (known?.title ?? '') });
  }
  const links = [...unique.values()];
  return {
    links: links.slice(0, linksMax),
    leftOut: others.size + Math.max(0, links.length - linksMax),
  };
}

/** Whether a text is the address of something else than a web page. A sentence may begin like one. */
const hasOtherScheme = (text: string): boolean =>
  parseBookmarkUrl(text).warning === 'scheme' && (isScriptUrl(text) || !/\s/.test(text));

function ofMozUrl(text: string): DroppedLink[] {
  const lines = text.split('\n');
  const links: DroppedLink[] = [];
  for (let index = 0; index < lines.length; index += 2) {
    links.push(link(lines[index] ?? '', lines[index + 1] ?? ''));
  }
  return links;
}

/** The parsed document is inert: it loads nothing and runs nothing. */
function ofHtml(html: string): DroppedLink[] {
  if (html === '') return [];
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('a[href]')].map((anchor) =>
    link(anchor.getAttribute('href') ?? '', anchor.textContent),
  );
}

const ofUriList = (text: string): DroppedLink[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => link(line, ''));

const ofText = (text: string): DroppedLink[] => linksInText(text).map((address) => link(address, ''));

const link = (url: string, title: string): DroppedLink => {
  const name = title.replace(/\s+/g, ' ').trim();
  // A link without text is named by its address.
  return { url: url.trim(), title: isLiveUrl(name) ? '' : name };
};
