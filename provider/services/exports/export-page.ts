import { createHash } from 'node:crypto';
import type { Language } from '@/lib/contract/schemas/account';
import en from '@/provider/messages/en/export-page.json';
import ptBR from '@/provider/messages/pt-BR/export-page.json';
import type { Database } from '@/provider/db/client';
import {
  allBookmarks,
  openScope,
  type ExportedBookmark,
  type ExportOptions,
} from '@/provider/services/exports/bookmark-batches';
import { pageScript } from '@/provider/services/exports/export-page-script';
import { pageStyle } from '@/provider/services/exports/export-page-style';

/** Whose library it is, and who reads the page. */
export interface PageReader {
  accountId: string;
  spaceName: string;
  locale: Language;
  now: Date;
  timeZone: string;
}

const allWords = { en, 'pt-BR': ptBR };
type Words = typeof en;

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? '');

/** JSON that can stand in a script element: nothing in it ends the element, or begins a comment. */
const inert = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** The two pieces that the page brings, and not a single connection. */
const policy = `default-src 'none'; script-src ${hashOf(pageScript)}; style-src ${hashOf(pageStyle)}; base-uri 'none'; form-action 'none'`;

/**
 * The encrypted bookmarks of a library as a page that opens them with their key, on any device and without a network. It
 * holds the envelopes as they are, with what is bound to them, and a program that can be read.
 */
export async function* exportPage(
  db: Database,
  spaceIds: readonly string[],
  options: ExportOptions,
  reader: PageReader,
): AsyncGenerator<string> {
  const words = allWords[reader.locale];
  const { chosen } = options;
  const scope = await openScope(db, spaceIds, {
    encrypted: true,
    chosen: (parameters) => [...(chosen?.(parameters) ?? []), 'b.encrypted'],
  });
  yield head(words, reader);
  yield `{"account":${inert(reader.accountId)},"words":${inert(words)},"bookmarks":[\n`;
  let separator = '';
  for await (const rows of allBookmarks(db, scope, options.collections)) {
    yield separator + rows.map((row) => inert(sealedOf(row))).join(',\n');
    separator = ',\n';
  }
  yield `\n]}</script>\n<script type="module">${pageScript}</script>\n</body>\n</html>\n`;
}

const sealedOf = ({ id, cipher, hint, favorite, createdAt, collections }: ExportedBookmark) => ({
  uuid: id,
  cipher,
  hint,
  favorite,
  createdAt: createdAt.toISOString(),
  collections: collections.map(({ name }) => name),
});

function head(words: Words, { spaceName, locale, now, timeZone }: PageReader): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(now);
  const from = words.from.replace(/\{(\w+)\}/g, (_, name) => (name === 'space' ? spaceName : day));
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escape(`${words.title} · ${from}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${escape(words.title)}</h1>
<p class="from">${escape(from)}</p>
<p>${escape(words.about)}</p>
<noscript><p><strong>${escape(words.noScript)}</strong></p></noscript>
<form id="unlock" autocomplete="off" hidden>
<label>${escape(words.key)}<input id="key" type="password" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
<button id="open">${escape(words.open)}</button>
</form>
<ul id="hints"></ul>
<p id="status" role="status"></p>
<section id="opened" hidden>
<div class="tools">
<label>${escape(words.search)}<input id="search" type="search" autocomplete="off"></label>
<button id="save" type="button">${escape(words.save)}</button>
</div>
<p class="note">${escape(words.saveNote)}</p>
<ul id="list"></ul>
<p id="rest" role="status"></p>
</section>
</main>
<script type="application/json" id="data">`;
}
