'use client';
import '@/components/entities/reader.css';
import { createElement, type ReactNode } from 'react';
import { isLiveUrl } from '@/lib/domain/live-url';

const plainTags = new Set(
  (
    'p blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr figure figcaption abbr b cite code del ' +
    'em i ins kbd mark q s samp small strong sub sup time u var'
  ).split(' '),
);
const voidTags = new Set(['br', 'hr']);
const cells = new Set(['td', 'th']);
const directions = new Set(['ltr', 'rtl', 'auto']);
/** Elements whose text is not meant for readers. Any other unknown element is replaced by its content. */
const droppedTags = new Set(
  'script style template noscript iframe object embed svg math select textarea title head'.split(' '),
);
const maxDepth = 80;
const maxSpan = 100;

/** A heading of a text. */
export interface ReaderHeading {
  readonly id: string;
  readonly level: number;
  readonly title: string;
}

interface ReaderOptions {
  /** Level of the heading above the text. */
  above?: number;
  /** Beginning of the paths of pictures that may be loaded; without it, no picture is drawn. */
  pictures?: string | undefined;
  /** Receives the headings in their order, which then have ids. */
  headings?: ReaderHeading[];
}

interface State extends ReaderOptions {
  depth: number;
  /** Level of the previous heading: the next one is at most one level deeper, regardless of the page. */
  heading: number;
  readonly above: number;
}

/**
 * Returns cleaned HTML as React elements, by a separate allowlist: elements that the service should have
 * removed are reduced to their text, or dropped. Only the attributes named here are kept.
 */
export const readerNodes = (nodes: Iterable<Node>, options: ReaderOptions = {}): ReactNode[] => {
  // The title of the preview is a heading of level 2.
  const above = options.above ?? 2;
  return children(nodes, { ...options, above, depth: 0, heading: above });
};

const children = (nodes: Iterable<Node>, state: State): ReactNode[] =>
  Array.from(nodes, (node, index) => nodeOf(node, index, state));

const isElement = (node: Node): node is Element => node.nodeType === 1;

function nodeOf(node: Node, key: number, state: State): ReactNode {
  if (node.nodeType === 3) return node.nodeValue;
  if (!isElement(node)) return null;
  const tag = node.localName;
  if (droppedTags.has(tag)) return null;
  if (state.depth >= maxDepth) return node.textContent;
  if (voidTags.has(tag)) return createElement(tag, { key });
  const heading = /^h([1-6])$/.exec(tag)?.[1];
  if (heading !== undefined) {
    const wanted = Number(heading) + state.above - 1;
    state.heading = Math.max(state.above + 1, Math.min(wanted, state.heading + 1, 6));
  }
  const level = state.heading;
  state.depth += 1;
  const inner = children(node.childNodes, state);
  state.depth -= 1;
  if (heading !== undefined) {
    return createElement(`h${level}`, { key, ...common(node), ...headingId(node, state) }, ...inner);
  }
  if (tag === 'img') return pictureOf(node, key, state);
  return elementOf(node, key, inner);
}

function elementOf(node: Element, key: number, inner: ReactNode[]): ReactNode {
  const tag = node.localName;
  if (tag === 'a') return linkOf(node, key, inner);
  if (cells.has(tag)) return createElement(tag, { key, ...common(node), ...spans(node) }, ...inner);
  // Horizontally scrolling content has to be reachable by keyboard.
  if (tag === 'table' || tag === 'pre') {
    return (
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      <div key={key} className="reader-wide" tabIndex={0}>
        {createElement(tag, common(node), ...inner)}
      </div>
    );
  }
  return createElement(plainTags.has(tag) ? tag : 'span', { key, ...common(node) }, ...inner);
}

function headingId(node: Element, { headings, heading }: State): { id?: string; tabIndex?: number } {
  const title = node.textContent.trim();
  if (headings === undefined || title === '') return {};
  const id = `part-${headings.length + 1}`;
  headings.push({ id, level: heading, title });
  return { id, tabIndex: -1 };
}

function pictureOf(node: Element, key: number, { pictures }: State): ReactNode {
  const src = node.getAttribute('src') ?? '';
  if (pictures === undefined || !src.startsWith(pictures) || src.includes('..')) return null;
  const size = (name: string) => Number.parseInt(node.getAttribute(name) ?? '', 10) || undefined;
  const alt = node.getAttribute('alt') ?? '';
  return (
    <img
      key={key}
      {...{ src, alt }}
      width={size('width')}
      height={size('height')}
      loading="lazy"
      decoding="async"
    />
  );
}

function linkOf(node: Element, key: number, inner: ReactNode[]): ReactNode {
  const href = node.getAttribute('href') ?? '';
  if (!isLiveUrl(href) && !/^mailto:/i.test(href)) return createElement('span', { key }, ...inner);
  const props = { key, href, target: '_blank', rel: 'noopener noreferrer nofollow', ...common(node) };
  return createElement('a', props, ...inner);
}

function common(node: Element): { lang?: string; dir?: string } {
  const [lang, dir] = [node.getAttribute('lang') ?? '', node.getAttribute('dir') ?? ''];
  return {
    ...(/^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(lang) && { lang }),
    ...(directions.has(dir) && { dir }),
  };
}

function spans(node: Element): { colSpan?: number; rowSpan?: number } {
  const read = (name: string) => Math.min(maxSpan, Number.parseInt(node.getAttribute(name) ?? '1', 10) || 1);
  return { colSpan: Math.max(1, read('colspan')), rowSpan: Math.max(1, read('rowspan')) };
}
