import { isLiveUrl } from '@/lib/domain/live-url';

const address = /https?:\/\/[^\s<>"'`]+/gi;
/** Punctuation and closing brackets after a URL, which are not part of it. */
const afterLink = /[.,;:!?)\]}'"»”]+$/;

/** Returns the web URLs in a text, in order. */
export const linksInText = (text: string): string[] =>
  [...text.matchAll(address)].map(([found]) => trimEnd(found));

/** Removes trailing punctuation; keeps a closing bracket if the URL contains an opening one, as on Wikipedia. */
function trimEnd(found: string): string {
  const trimmed = found.replace(afterLink, '');
  return trimmed.includes('(') && found[trimmed.length] === ')' ? `${trimmed})` : trimmed;
}

/** Fields of a share sheet; which ones are filled depends on the sharing app. */
export interface SharedFields {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** Initial values of the form for a new bookmark. */
export interface SharedLink {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** Limits at which all three fields fit into the response header when percent-encoded. */
const urlMax = 8_000;
const titleMax = 500;
const descriptionMax = 4_000;
const titleOfTextMax = 200;

const cut = (text: string, max: number): string => [...text].slice(0, max).join('');

/**
 * Extracts the link from shared fields. Android puts it into `text`, alone or after a title or a quote; the rest of the
 * text becomes the title if there is none, or the description.
 */
export function readSharedFields({ title, text, url }: SharedFields): SharedLink {
  const found = isLiveUrl(url.trim()) ? url.trim() : (linkIn(text) ?? linkIn(title) ?? url.trim());
  const rest = withoutLink(text, found);
  const name = withoutLink(title, found);
  const isTitle = name === '' && rest.length <= titleOfTextMax && !rest.includes('\n');
  return {
    url: cut(found, urlMax),
    title: cut(isTitle ? rest : name, titleMax),
    description: isTitle || rest === name ? '' : cut(rest, descriptionMax),
  };
}

/** Returns the link at the end of a text, which is usually its subject; otherwise the first link. */
function linkIn(text: string): string | undefined {
  const links = linksInText(text).filter(isLiveUrl);
  const last = links.at(-1);
  return last !== undefined && text.trimEnd().endsWith(last) ? last : links[0];
}

const withoutLink = (text: string, link: string): string =>
  (link === '' ? text : text.replace(link, ' '))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

/** Path that opens the form with a shared link. Browsers do not send fragments, and keep them across redirects. */
export const sharedLinkPath = (link: SharedLink): string => `/#add?${new URLSearchParams({ ...link })}`;

/** Parses the part of that fragment after the question mark. */
export function parseSharedLink(query: string): SharedLink {
  const fields = new URLSearchParams(query);
  const get = (name: keyof SharedLink) => fields.get(name) ?? '';
  return { url: get('url'), title: get('title'), description: get('description') };
}
