import type { DroppedData } from '@/components/features/drop/dropped-data';
import { isLiveUrl } from '@/lib/domain/live-url';
import { linksInText } from '@/lib/domain/shared-link';

/** A file that holds a link holds little else. */
const maxBytes = 64 * 1024;

const forms: readonly { ending: string; address: RegExp }[] = [
  { ending: '.url', address: /^\s*URL\s*=\s*(\S+)/im },
  { ending: '.desktop', address: /^\s*URL(?:\[\$e\])?\s*=\s*(\S+)/im },
  { ending: '.webloc', address: /<key>\s*URL\s*<\/key>\s*<string>([^<]+)<\/string>/i },
];

const formOf = ({ name }: File) => forms.find(({ ending }) => name.toLowerCase().endsWith(ending));

/** A file that a desktop keeps a link in: `.url` of Windows, `.webloc` of macOS, `.desktop` of Linux. */
const isShortcutFile = (file: File): boolean => formOf(file) !== undefined;

/** The link in such a file, named like the file; none where it holds none, or cannot be read. */
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

/** One drop is a handful of links; a whole library comes by import. */
export const linksMax = 200;

/**
 * The links in what was dropped, in their order and each once: of a link, of a selection with several, of plain text,
 * and of the files that desktops keep links in. Only web addresses; at most `linksMax`.
 */
export async function readLinks(data: DroppedData): Promise<DroppedLink[]> {
  const files = await Promise.all(data.files.filter(isShortcutFile).map(readShortcutFile));
  // A browser tells of one link in several forms: the ones that know a title go first.
  const found = [
    ...ofMozUrl(data.mozUrl),
    ...ofHtml(data.html),
    ...ofUriList(data.uriList),
    ...ofText(data.plain),
    ...files.flat(),
  ];
  const unique = new Map<string, DroppedLink>();
  for (const { url, title } of found) {
    if (!isLiveUrl(url)) continue;
    const { href } = new URL(url);
    const known = unique.get(href);
    if (!known || known.title === '') unique.set(href, { url: href, title: title || (known?.title ?? '') });
  }
  return [...unique.values()].slice(0, linksMax);
}

function ofMozUrl(text: string): DroppedLink[] {
  const lines = text.split('\n');
  const links: DroppedLink[] = [];
  for (let index = 0; index < lines.length; index += 2) {
    links.push(link(lines[index] ?? '', lines[index + 1] ?? ''));
  }
  return links;
}

/** The document that this makes is inert: it loads nothing and runs nothing. */
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
  // A link without words of its own names its address.
  return { url: url.trim(), title: isLiveUrl(name) ? '' : name };
};
