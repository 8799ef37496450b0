'use client';
import '@/components/features/bookmarks/reader.css';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { createElement, useMemo, type ReactNode } from 'react';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { contentQueries } from '@/lib/api/bookmark-content';
import { mutationKey } from '@/lib/api/endpoint';
import type { Bookmark, Content } from '@/lib/contract/bookmarks';
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

interface ReaderTextProps {
  bookmark: Bookmark;
  onVisit: () => void;
}

const wordsPerMinute = 230;

/** The text of the page for reading, or why there is none; a link to the page is always shown. */
export function ReaderText({ bookmark, onVisit }: ReaderTextProps) {
  const t = useTranslations('Preview');
  const url = isLiveUrl(bookmark.url) ? bookmark.url : null;
  // A bookmark that is being decrypted is shown before the service has stored it, and has no text until then.
  const isChanging = useIsMutating({ mutationKey: mutationKey('bookmarks.update') }) > 0;
  const { data, isError, refetch } = useQuery({
    ...contentQueries.of(bookmark.uuid),
    enabled: url !== null && !isChanging,
  });
  if (url === null) return <p className="text-muted-foreground">{t('inert')}</p>;
  const open = (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonVariants({})} onClick={onVisit}>
      <Icon name="i-external-link" />
      {t('openPage')}
    </a>
  );
  if (data?.status === 'ready') return <Article content={data} end={open} />;
  if (data === undefined && !isError) return <ReaderSkeleton label={t('loading')} />;
  const state = data?.status ?? 'failed';
  return (
    <div role="status" className="rounded-lg bg-muted p-4">
      <h3 className="font-medium">{t(`state.${state}.title`)}</h3>
      <p className="mt-1 mb-3 text-pretty text-muted-foreground">{t(`state.${state}.text`)}</p>
      <span className="flex flex-wrap gap-2">
        {state === 'failed' ? <Button onClick={() => void refetch()}>{t('retry')}</Button> : null}
        {open}
      </span>
    </div>
  );
}

function Article({ content, end }: { content: Content; end: ReactNode }) {
  const t = useTranslations('Preview');
  const { html, byline, wordCount } = content;
  const nodes = useMemo(
    () => readerNodes(new DOMParser().parseFromString(html, 'text/html').body.childNodes),
    [html],
  );
  return (
    <section aria-label={t('reader')}>
      <p className="mb-3 text-second text-muted-foreground">
        {byline ? `${byline} · ` : null}
        {t('minutes', { count: Math.max(1, Math.round(wordCount / wordsPerMinute)) })}
      </p>
      <div className="reader">{nodes}</div>
      <div className="mt-6">{end}</div>
    </section>
  );
}

const lines = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-full', 'w-2/3'];

function ReaderSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton className="mb-4 h-3 w-28" />
      {lines.map((width, index) => (
        <Skeleton key={index} className={`my-2.5 h-3.5 ${width}`} />
      ))}
    </div>
  );
}
