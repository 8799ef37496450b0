import { readShortcutFile, isShortcutFile } from '@/components/features/drop/read-shortcut-file';
import type { DroppedData } from '@/components/features/drop/dropped-data';
import { isLiveUrl } from '@/lib/domain/live-url';

export interface DroppedLink {
  readonly url: string;
  /** What the page it came from called it; empty where nobody did. */
  readonly title: string;
}

/** One drop is a handful of links; a whole library comes by import. */
export const linksMax = 200;

const inText = /https?:\/\/[^\s<>"'`]+/gi;
/** What ends a sentence or closes a bracket around an address is not part of it. */
const afterLink = /[.,;:!?)\]}'"»”]+$/;

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

const ofText = (text: string): DroppedLink[] =>
  [...text.matchAll(inText)].map(([address]) => link(trimEnd(address), ''));

/** A closing bracket stays where the address opened one, as encyclopedias have it. */
function trimEnd(address: string): string {
  const trimmed = address.replace(afterLink, '');
  return trimmed.includes('(') && address[trimmed.length] === ')' ? `${trimmed})` : trimmed;
}

const link = (url: string, title: string): DroppedLink => {
  const name = title.replace(/\s+/g, ' ').trim();
  // A link without words of its own names its address.
  return { url: url.trim(), title: isLiveUrl(name) ? '' : name };
};
