import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
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

/** The account and space of the library, and the locale of the page. */
export interface PageReader {
  accountId: string;
  spaceName: string;
  locale: Language;
  now: Date;
  timeZone: string;
  /** Folder of the bundled page; undefined bundles its source. */
  programs: string | undefined;
}

const messages = { en, 'pt-BR': ptBR };

/** Serializes JSON for a script element: it cannot close the element or start a comment. */
const serializeForScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/**
 * Exports the encrypted bookmarks of a library as a page that decrypts them with their key, on any device and offline.
 * It contains the envelopes unchanged, the data that they are bound to, and the script of lib/export-page.
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
  const [start = '', end = ''] = (await pageTemplate(reader.programs)).split(dataElement);
  yield fillTemplate(start, words, reader) + dataElement;
  yield `{"account":${serializeForScript(reader.accountId)},"words":${serializeForScript(words)},"bookmarks":[\n`;
  let separator = '';
  for await (const rows of allBookmarks(db, scope, options.collections)) {
    yield separator + rows.map((row) => serializeForScript(encryptedRow(row))).join(',\n');
    separator = ',\n';
  }
  yield `\n]}${end}`;
}

const encryptedRow = ({ id, cipher, hint, favorite, createdAt, collections }: ExportedBookmark) => ({
  uuid: id,
  cipher,
  hint,
  favorite,
  createdAt: createdAt.toISOString(),
  collections: collections.map(({ name }) => name),
});

const dataElement = '<script type="application/json" id="data">';

/** Returns the page with placeholders, which the build bundles from lib/export-page. */
async function pageTemplate(programs: string | undefined): Promise<string> {
  if (programs !== undefined) return fs.readFile(path.join(programs, 'export-page.html'), 'utf8');
  const { stdout } = await promisify(execFile)(process.execPath, ['tooling/launch/export-page.mjs']);
  return stdout;
}

function fillTemplate(template: string, words: typeof en, reader: PageReader): string {
  const { spaceName, locale, now, timeZone } = reader;
  const day = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone }).format(now);
  const from = words.from.replace(/\{(\w+)\}/g, (_, name) => (name === 'space' ? spaceName : day));
  const values: Readonly<Record<string, string>> = { ...words, from, lang: locale };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeText(values[name] ?? ''));
}
