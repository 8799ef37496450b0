import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { escapeText } from 'entities/escape';
import type { Language } from '@/lib/contract/account';
import { dateLocale } from '@/lib/domain/locale';
import type { SpacesOfAccount } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import en from '@/provider/messages/en/export-page.json';
import ptBR from '@/provider/messages/pt-BR/export-page.json';
import {
  allBookmarks,
  openScope,
  type ExportedBookmark,
  type ExportOptions,
} from '@/provider/modules/exports/batches';
import { pageScript } from '@/provider/modules/exports/page-script';

/** Styles of an exported page: the colors of the product and system fonts. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#fbfaf8, #151311);
  --surface: light-dark(#ffffff, #1c1a17);
  --line: light-dark(#e7e3dc, #2b2823);
  --line-strong: light-dark(#d6d0c6, #3b372f);
  --text: light-dark(#1f1c18, #ece8e1);
  --muted: light-dark(#6b645a, #a39b8e);
  --accent: light-dark(#b93a1a, #f0784f);
  --on-accent: light-dark(#ffffff, #1d0d06);
}
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 40px 20px 80px; }
h1 { margin: 0; font: 500 32px/1.2 Georgia, serif; }
p { margin: 8px 0; }
ul { margin: 0; padding: 0; list-style: none; }
[hidden] { display: none !important; }
.from, .facts, .url, #hints, #rest, .note { color: var(--muted); font-size: 14px; }
form, .tools { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin: 20px 0 8px; }
label { flex: 1 1 260px; font-size: 14px; font-weight: 500; }
input {
  box-sizing: border-box; width: 100%; height: 44px; padding: 0 12px; margin-top: 4px; font: inherit;
  color: inherit; background: var(--surface); border: 1px solid var(--line-strong); border-radius: 8px;
}
button {
  height: 44px; padding: 0 18px; font: inherit; font-weight: 500; border: 1px solid var(--line-strong); border-radius: 8px;
  color: inherit; background: var(--surface); cursor: pointer;
}
form button { color: var(--on-accent); background: var(--accent); border-color: transparent; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#status { min-height: 24px; font-weight: 500; }
#list { margin-top: 16px; border-top: 1px solid var(--line); }
#list li { padding: 12px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
#list a, #list span { color: inherit; font-weight: 500; text-decoration: none; }
#list a:hover { text-decoration: underline; }
`;

/** The account and space of the library, and the locale of the page. */
export interface PageReader {
  accountId: string;
  spaceName: string;
  locale: Language;
  now: Date;
  timeZone: string;
}

const messages = { en, 'pt-BR': ptBR };
type Messages = typeof en;

/** Serializes JSON for a script element: it cannot close the element or start a comment. */
const serializeForScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** Content security policy: allows only the script and the styles of the page, and no connections. */
const policy = `default-src 'none'; script-src ${hashOf(pageScript)}; style-src ${hashOf(pageStyle)}; base-uri 'none'; form-action 'none'`;

/**
 * Exports the encrypted bookmarks of a library as a page that decrypts them with their key, on any device and offline.
 * It contains the envelopes unchanged, the data that they are bound to, and a readable script.
 */
export async function* exportPage(
  db: Executor,
  spaces: SpacesOfAccount,
  options: ExportOptions,
  reader: PageReader,
): AsyncGenerator<string> {
  const words = messages[reader.locale];
  const { chosen } = options;
  const scope = await openScope(db, spaces, {
    encrypted: true,
    chosen: [...(chosen ?? []), sql`b.encrypted`],
  });
  yield head(words, reader);
  yield `{"account":${serializeForScript(reader.accountId)},"words":${serializeForScript(words)},"bookmarks":[\n`;
  let separator = '';
  for await (const rows of allBookmarks(db, scope, options.collections)) {
    yield separator + rows.map((row) => serializeForScript(encryptedRow(row))).join(',\n');
    separator = ',\n';
  }
  yield `\n]}</script>\n<script type="module">${pageScript}</script>\n</body>\n</html>\n`;
}

const encryptedRow = ({ id, cipher, hint, favorite, createdAt, collections }: ExportedBookmark) => ({
  uuid: id,
  cipher,
  hint,
  favorite,
  createdAt: createdAt.toISOString(),
  collections: collections.map(({ name }) => name),
});

function head(words: Messages, { spaceName, locale, now, timeZone }: PageReader): string {
  const day = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone }).format(now);
  const from = words.from.replace(/\{(\w+)\}/g, (_, name) => (name === 'space' ? spaceName : day));
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeText(`${words.title} · ${from}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${escapeText(words.title)}</h1>
<p class="from">${escapeText(from)}</p>
<p>${escapeText(words.about)}</p>
<noscript><p><strong>${escapeText(words.noScript)}</strong></p></noscript>
<form id="unlock" autocomplete="off" hidden>
<label>${escapeText(words.key)}<input id="key" type="password" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
<button id="open">${escapeText(words.open)}</button>
</form>
<ul id="hints"></ul>
<p id="status" role="status"></p>
<section id="opened" hidden>
<div class="tools">
<label>${escapeText(words.search)}<input id="search" type="search" autocomplete="off"></label>
<button id="save" type="button">${escapeText(words.save)}</button>
</div>
<p class="note">${escapeText(words.saveNote)}</p>
<ul id="list"></ul>
<p id="rest" role="status"></p>
</section>
</main>
<script type="application/json" id="data">`;
}
