import { linksInText } from '@/lib/domain/links-in-text';
import { isLiveUrl } from '@/lib/domain/live-url';

/** Fields of a share sheet; which ones are filled depends on the sharing app. */
export interface SharedFields {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** Separated by commas; only a link to `/add` has them. */
  readonly tags?: string;
}

/** Reads the fields from a form or a query. A file in the place of a text is ignored. */
export function readFields({ get }: { get: (name: string) => unknown }): SharedFields {
  const text = (name: keyof SharedFields): string => {
    const value = get(name);
    return typeof value === 'string' ? value : '';
  };
  return { title: text('title'), text: text('text'), url: text('url'), tags: text('tags') };
}

/** Initial values of the form for a new bookmark. */
export interface SharedLink {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** A link to the form: also with tags, separated by commas. */
export interface AddLink extends SharedLink {
  readonly tags?: string;
}

/** Limits at which all fields fit into the response header when percent-encoded. */
const urlMax = 8_000;
const titleMax = 500;
const descriptionMax = 4_000;
const tagsMax = 1_000;
const titleOfTextMax = 200;

const cut = (text: string, max: number): string => [...text].slice(0, max).join('');

/**
 * Extracts the link from shared fields. Android puts it into `text`, alone or after a title or a quote; the rest of the
 * text becomes the title if there is none, or the description.
 */
export function readSharedFields({ title, text, url, tags = '' }: SharedFields): AddLink {
  const found = isLiveUrl(url.trim()) ? url.trim() : (linkIn(text) ?? linkIn(title) ?? url.trim());
  const rest = withoutLink(text, found);
  const name = withoutLink(title, found);
  const isTitle = name === '' && rest.length <= titleOfTextMax && !rest.includes('\n');
  return {
    url: cut(found, urlMax),
    title: cut(isTitle ? rest : name, titleMax),
    description: isTitle || rest === name ? '' : cut(rest, descriptionMax),
    ...(tags.trim() !== '' && { tags: cut(tags.trim(), tagsMax) }),
  };
}

/** Returns the link at the end of a text, which is usually its subject; otherwise the first link. */
function linkIn(text: string): string | undefined {
  const links = linksInText(text);
  const last = links.at(-1);
  return last !== undefined && text.trimEnd().endsWith(last) ? last : links[0];
}

const withoutLink = (text: string, link: string): string =>
  (link === '' ? text : text.replace(link, ' '))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

/** Path that opens the form with a shared link. Browsers do not send fragments, and keep them across redirects. */
export function sharedLinkPath(link: AddLink): string {
  const isEmpty = Object.values(link).every((value) => value === '');
  return isEmpty ? '/#add' : `/#add?${new URLSearchParams({ ...link })}`;
}

/** Parameters of the fragment; what follows a URL under other names belongs to the URL. */
const names = /^(?:url|title|description|tags)=/;

/**
 * Parses the part of that fragment after the question mark. A URL that is not percent-encoded is taken as it is,
 * with its own parameters.
 */
export function parseSharedLink(query: string): AddLink {
  const [start, rest] = split(query, query.search(/(?:^|&)url=https?:\/\//i));
  const pairs = rest.replace(/^&/, '').split('&');
  const next = pairs.findIndex((pair, index) => index > 0 && names.test(pair));
  const url = pairs.slice(0, next < 0 ? pairs.length : next).join('&');
  const others = next < 0 ? [] : pairs.slice(next);
  const fields = new URLSearchParams([start, ...others].join('&'));
  const get = (name: keyof AddLink) => fields.get(name) ?? '';
  return {
    url: url === '' ? get('url') : url.slice('url='.length),
    title: get('title'),
    description: get('description'),
    ...(fields.has('tags') && { tags: get('tags') }),
  };
}

const split = (text: string, at: number): [string, string] =>
  at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
