import { createElement, Fragment, type ReactNode } from 'react';
import { findLinks } from '@/lib/domain/links-in-text';
import { isLiveUrl } from '@/lib/domain/live-url';

/** Deeper lists and quotes are shown as they are written. */
const maxDepth = 6;

const fence = /^ {0,3}(`{3,}|~{3,})/;
const headingStart = /^ {0,3}(#{1,6})[ \t]+/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const quoteStart = /^ {0,3}>[ \t]?/;
const itemStart = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])(?:[ \t]+|$)/;
const blockStarts = [fence, headingStart, rule, quoteStart, itemStart];

const startsBlock = (line: string): boolean => blockStarts.some((start) => start.test(line));
const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** A block, and the number of its lines. */
type Read = readonly [block: ReactNode, lines: number];

/**
 * Headings, lists, quotes, code, emphasis and links of Markdown, as React elements below a heading of level 3.
 * Everything else, HTML and pictures included, is shown as it is written, and line breaks are kept.
 */
export function MarkdownText({ text }: { text: string }) {
  return <div className="space-y-2 text-body wrap-anywhere">{blocks(text.split(/\r\n?|\n/), 0)}</div>;
}

function blocks(lines: readonly string[], depth: number): ReactNode[] {
  const found: ReactNode[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const [block, count] = readBlock(lines, at, depth);
    found.push(<Fragment key={at}>{block}</Fragment>);
    at += count;
  }
  return found;
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? '';
  const fenced = fence.exec(line)?.[1];
  if (fenced !== undefined) return readCode(lines, at, fenced);
  const level = headingStart.exec(line)?.[1]?.length;
  if (level !== undefined) return [headingOf(line, level), 1];
  if (rule.test(line)) return [<hr key="rule" />, 1];
  if (depth < maxDepth && quoteStart.test(line)) return readQuote(lines, at, depth);
  if (depth < maxDepth && itemStart.test(line)) return readList(lines, at, depth);
  return readParagraph(lines, at);
}

function readCode(lines: readonly string[], at: number, mark: string): Read {
  let end = at + 1;
  while (end < lines.length && !(lines[end] ?? '').trimStart().startsWith(mark)) end += 1;
  const code = lines.slice(at + 1, end).join('\n');
  return [
    <pre key="code" dir="auto" className="rounded-md bg-muted p-3 font-mono text-second whitespace-pre-wrap">
      {code}
    </pre>,
    end + 1 - at,
  ];
}

function headingOf(line: string, level: number): ReactNode {
  const text = line.replace(headingStart, '').trimEnd().replace(/#+$/, '').trimEnd();
  return createElement(
    `h${Math.min(6, level + 3)}`,
    { dir: 'auto', className: 'font-semibold' },
    ...inline(text),
  );
}

function readQuote(lines: readonly string[], at: number, depth: number): Read {
  let end = at;
  while (end < lines.length && quoteStart.test(lines[end] ?? '')) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(quoteStart, ''));
  return [
    <blockquote key="quote" className="space-y-2 border-l-2 pl-3 text-muted-foreground">
      {blocks(inner, depth + 1)}
    </blockquote>,
    end - at,
  ];
}

function readList(lines: readonly string[], at: number, depth: number): Read {
  const first = itemStart.exec(lines[at] ?? '')?.[1];
  const isOfList = (line: string): boolean =>
    !rule.test(line) && (itemStart.exec(line)?.[1] === undefined) === (first === undefined);
  const items: ReactNode[] = [];
  let next = at;
  while (next < lines.length && itemStart.test(lines[next] ?? '') && isOfList(lines[next] ?? '')) {
    const end = endOfItem(lines, next);
    const marker = itemStart.exec(lines[next] ?? '')?.[0] ?? '';
    const indent = new RegExp(String.raw`^[ \t]{0,${marker.length}}`);
    const inner = [
      (lines[next] ?? '').slice(marker.length),
      ...lines.slice(next + 1, end).map((line) => line.replace(indent, '')),
    ];
    items.push(
      <li key={next} dir="auto">
        {blocks(inner, depth + 1)}
      </li>,
    );
    next = end;
  }
  const list =
    first === undefined ? (
      <ul key="list" className="list-disc space-y-1 pl-5">
        {items}
      </ul>
    ) : (
      <ol key="list" start={Number(first)} className="list-decimal space-y-1 pl-5">
        {items}
      </ol>
    );
  return [list, next - at];
}

/** Returns the line after an item: its lines are indented, or continue its paragraph. */
function endOfItem(lines: readonly string[], at: number): number {
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (isBlank(line)) continue;
    const isIndented = /^(?: {2,}|\t)/.test(line);
    const isContinued = !isBlank(lines[next - 1]) && !startsBlock(line);
    if (!isIndented && !isContinued) break;
    end = next + 1;
  }
  while (end < lines.length && isBlank(lines[end])) end += 1;
  return end;
}

function readParagraph(lines: readonly string[], at: number): Read {
  let end = at + 1;
  while (end < lines.length && !isBlank(lines[end]) && !startsBlock(lines[end] ?? '')) end += 1;
  return [
    <p key="text" dir="auto" className="text-pretty whitespace-pre-line">
      {inline(lines.slice(at, end).join('\n').trim())}
    </p>,
    end - at,
  ];
}

// Each part has a bound, so that the time grows with the length of the text only.
const parts = [
  String.raw`\\(?<escaped>[!"#$%&'()*+,\-./:;<=>?@[\\\]^_\x60{|}~])`,
  '(?<!`)(?<ticks>`{1,3})(?<code>[^`](?:[^\n]{0,300}?[^`])?)\\k<ticks>(?!`)',
  String.raw`(?<!!)\[(?<label>[^[\]\n]{1,300})\]\(<?(?<href>[^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?)>?(?:[ \t]"[^"\n]{0,300}")?\)`,
  String.raw`(?<url>https?:\/\/[^\s<>]{1,2000})`,
  String.raw`\*\*(?<strong>[^\s*](?:[^*\n]{0,300}[^\s*])?)\*\*`,
  String.raw`\*(?<em>[^\s*](?:[^*\n]{0,300}[^\s*])?)\*`,
  String.raw`(?<![\p{L}\p{N}_])__(?<strong2>[^\s_](?:[^\n]{0,300}?[^\s_])?)__(?![\p{L}\p{N}_])`,
  String.raw`(?<![\p{L}\p{N}_])_(?<em2>[^\s_](?:[^_\n]{0,300}[^\s_])?)_(?![\p{L}\p{N}_])`,
  String.raw`~~(?<del>[^\s~](?:[^~\n]{0,300}[^\s~])?)~~`,
];
const markup = new RegExp(parts.join('|'), 'gu');

function inline(text: string): ReactNode[] {
  const found: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(markup)) {
    found.push(text.slice(end, match.index), elementOf(match, match.index));
    end = match.index + match[0].length;
  }
  found.push(text.slice(end));
  return found;
}

function elementOf({ 0: written, groups = {} }: RegExpExecArray, key: number): ReactNode {
  const { escaped, code, label, href, url, strong = groups['strong2'], em = groups['em2'], del } = groups;
  if (escaped !== undefined) return escaped;
  if (code !== undefined) {
    return (
      <code key={key} className="rounded-xs bg-muted px-1 font-mono text-small">
        {code}
      </code>
    );
  }
  if (url !== undefined) return <Fragment key={key}>{bareLink(url)}</Fragment>;
  if (label !== undefined && href !== undefined) {
    return isLiveUrl(href) || /^mailto:/i.test(href) ? linkTo(href, inline(label), key) : written;
  }
  if (strong !== undefined) return <strong key={key}>{inline(strong)}</strong>;
  if (em !== undefined) return <em key={key}>{inline(em)}</em>;
  return <del key={key}>{inline(del ?? '')}</del>;
}

const linkTo = (href: string, children: ReactNode, key: number): ReactNode => (
  <a
    key={key}
    href={href}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className="text-primary underline underline-offset-3"
  >
    {children}
  </a>
);

/** An address without the punctuation after it. */
function bareLink(text: string): ReactNode {
  const link = findLinks(text)[0];
  if (link === undefined || !isLiveUrl(link.url)) return text;
  return [
    text.slice(0, link.start),
    linkTo(link.url, text.slice(link.start, link.end), 1),
    text.slice(link.end),
  ];
}
