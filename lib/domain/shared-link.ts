import { isLiveUrl } from '@/lib/domain/live-url';

const address = /https?:\/\/[^\s<>"'`]+/gi;
/** What ends a sentence or closes a bracket around an address is not part of it. */
const afterLink = /[.,;:!?)\]}'"»”]+$/;

/** The web addresses in a text, in their order. */
export const linksInText = (text: string): string[] =>
  [...text.matchAll(address)].map(([found]) => trimEnd(found));

/** A closing bracket stays where the address opened one, as encyclopedias have it. */
function trimEnd(found: string): string {
  const trimmed = found.replace(afterLink, '');
  return trimmed.includes('(') && found[trimmed.length] === ')' ? `${trimmed})` : trimmed;
}

/** What a system's share sheet sends; which fields are filled depends on the app that shares. */
export interface SharedFields {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** What the form to add a bookmark starts with. */
export interface SharedLink {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** Percent-encoded, all three fit into the response header that carries them. */
const urlMax = 8_000;
const titleMax = 500;
const descriptionMax = 4_000;
const titleOfTextMax = 200;

const cut = (text: string, max: number): string => [...text].slice(0, max).join('');

/**
 * The link in what was shared. Android puts it into `text`, alone or after a title or a quote; what else the text says
 * becomes the title where there is none, or the description.
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

/** A link at the end of a text is what it is about; otherwise the first one is. */
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

/** Where the form opens with a shared link. Browsers send no fragment to a server, and keep it over redirects. */
export const sharedLinkPath = (link: SharedLink): string => `/#add?${new URLSearchParams({ ...link })}`;

/** Reads what follows the question mark of that fragment. */
export function parseSharedLink(query: string): SharedLink {
  const fields = new URLSearchParams(query);
  const get = (name: keyof SharedLink) => fields.get(name) ?? '';
  return { url: get('url'), title: get('title'), description: get('description') };
}
