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

interface State {
  depth: number;
  /** Level of the previous heading: the next one is at most one level deeper, regardless of the page. */
  heading: number;
}

/**
 * Returns cleaned HTML as React elements, by a separate allowlist: elements that the service should have
 * removed are reduced to their text, or dropped. Only the attributes named here are kept.
 */
export const readerNodes = (nodes: Iterable<Node>): ReactNode[] =>
  // The title of the panel is a heading of level 2.
  children(nodes, { depth: 0, heading: 2 });

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
  if (heading !== undefined) state.heading = Math.max(3, Math.min(Number(heading) + 1, state.heading + 1, 6));
  const level = state.heading;
  state.depth += 1;
  const inner = children(node.childNodes, state);
  state.depth -= 1;
  if (heading !== undefined) return createElement(`h${level}`, { key, ...common(node) }, ...inner);
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
