import type { ListedHighlight } from '@/lib/contract/highlights';
import { parseTags } from '@/lib/domain/tags';
import { csvLine } from '@/lib/formats/export-file';

/** The annotations of one page, in the order of its text. */
export type AnnotatedPage = readonly [ListedHighlight, ...ListedHighlight[]];

/** A file of annotations: its beginning, the part of each page, and its end. */
export interface AnnotationFormat {
  readonly type: string;
  readonly ending: string;
  readonly head: string;
  readonly foot: string;
  /** `isFirst` if no page was written before. */
  page: (page: AnnotatedPage, isFirst: boolean) => string;
}

const lineEnd = /\r\n?|\n/;

// Characters that begin or end a construct of Markdown; a line may also begin with one.
const inline = /[\\`*_[\]<>~|]/g;
const lineStart = /^(\s*)([#+-]|\d+(?=[.)]))/;

/** Returns text that Markdown shows as it is. */
const plain = (text: string): string =>
  text.replace(inline, String.raw`\$&`).replace(lineStart, String.raw`$1\$2`);

const quoted = (text: string): string =>
  text
    .split(lineEnd)
    .map((line) => (line.trim() === '' ? '>' : `> ${plain(line)}`))
    .join('\n');

// A Markdown destination in angle brackets ends at a line break or a bracket.
const destination = (url: string): string => `<${url.replace(/[<>\s]/g, encodeURIComponent)}>`;

function markdownPage(page: AnnotatedPage): string {
  const { title, url } = page[0].page;
  const heading = plain((title || url).replace(/\s+/g, ' '));
  // The note is the user's own Markdown, like the notes of a bookmark.
  const blocks = page.flatMap(({ quote, note, tags }) => [
    quoted(quote),
    ...(note === '' ? [] : [note.trim()]),
    ...(tags === '' ? [] : [hashtags(tags)]),
  ]);
  return `${[`# ${heading}`, destination(url), ...blocks].join('\n\n')}\n\n`;
}

/** Tags as the usual programs for notes read them, which end one at a space. */
const hashtags = (tags: string): string =>
  parseTags(tags)
    .map((tag) => `#${plain(tag.replace(/\s+/g, '-'))}`)
    .join(' ');

/**
 * Returns a note with tags as Readwise reads them: words at its beginning that start with a dot. They end at a space, and
 * have no other signs.
 */
function readwiseNote(note: string, tags: string): string {
  const names = parseTags(tags).map((tag) => tag.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_'));
  return [...names.map((name) => `.${name}`), ...(note === '' ? [] : [note])].join(' ');
}

/** Columns of the import of Readwise. */
const csvColumns = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'];

const csvPage = (page: AnnotatedPage): string =>
  page
    .map(({ quote, note, tags, start, createdAt, page: { title, url } }) =>
      csvLine([
        quote,
        title,
        '',
        url,
        readwiseNote(note, tags),
        start === null ? '' : String(start),
        createdAt.slice(0, 19).replace('T', ' '),
      ]),
    )
    .join('');

const jsonPage = (page: AnnotatedPage, isFirst: boolean): string =>
  page.map((one, at) => `${isFirst && at === 0 ? '' : ','}\n${JSON.stringify(one)}`).join('');

export const annotationFormats: Readonly<Record<'markdown' | 'csv' | 'json', AnnotationFormat>> = {
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md', head: '', foot: '', page: markdownPage },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    ending: 'csv',
    head: csvLine(csvColumns),
    foot: '',
    page: csvPage,
  },
  json: {
    type: 'application/json; charset=utf-8',
    ending: 'json',
    head: '{"version":1,"annotations":[',
    foot: '\n]}\n',
    page: jsonPage,
  },
};
