import { createYield } from '@/components/features/import-export/import-file';
import type { Transport } from '@/lib/api/query-client';
import { fieldsWith, isExported } from '@/lib/bookmark/fields';
import { routes } from '@/lib/contract/routes';
import type { Envelope, Secret } from '@/lib/crypto/types';
import {
  writeExport,
  type ExportedBookmark,
  type ExportedFile,
  type ExportFormat,
} from '@/lib/formats/export-file';
import type { Vault } from '@/lib/vault/vault-types';

/** Decrypted content of a bookmark, and the envelope that it was decrypted from. */
interface DecryptedSecret {
  readonly cipher: Envelope;
  readonly secret: Secret;
}

interface Decrypted {
  readonly file: ExportedFile;
  /** Number of encrypted bookmarks that are readable in it. */
  readonly decrypted: number;
  /** Number of encrypted bookmarks that are not: their key is locked. */
  readonly locked: number;
}

/**
 * Returns the exported file with decrypted content instead of the envelopes; locked bookmarks are included if
 * requested.
 */
function putInPlace(
  { bookmarks, ...about }: ExportedFile,
  secrets: ReadonlyMap<string, DecryptedSecret>,
  choice: ExportChoice,
): Decrypted {
  let decrypted = 0;
  let locked = 0;
  const readable = bookmarks.flatMap((bookmark) => {
    if (bookmark.encrypted !== true) return [bookmark];
    const known = secrets.get(bookmark.uuid);
    if (known === undefined || known.cipher !== bookmark.cipher) {
      locked += 1;
      return choice.encrypted ? [bookmark] : [];
    }
    decrypted += 1;
    return [withWords(bookmark, known.secret, choice)];
  });
  return { file: { ...about, bookmarks: readable }, decrypted, locked };
}

function withWords(
  { cipher: _, encrypted: __, ...bookmark }: ExportedBookmark,
  secret: Secret,
  choice: ExportChoice,
): ExportedBookmark {
  const names = fieldsWith({ secret: true }).filter((name) => isExported(name, choice));
  return { ...bookmark, ...Object.fromEntries(names.map((name) => [name, secret[name]])) };
}

/** Media type and file name extension of each format. */
const fileTypes = {
  html: ['text/html', 'html'],
  json: ['application/json', 'json'],
  csv: ['text/csv', 'csv'],
  markdown: ['application/zip', 'markdown.zip'],
} as const;

export interface DecryptedExport extends Pick<Decrypted, 'decrypted' | 'locked'> {
  readonly file: Blob;
  readonly name: string;
}

interface Parts {
  readonly call: Transport;
  readonly vault: Pick<Vault, 'readDecrypted'>;
}

/**
 * Exports the space as a file that anyone who has it can read. The service returns its data including
 * envelopes; they are decrypted and the file is written on this device.
 */
export async function exportDecrypted(
  { call, vault }: Parts,
  format: ExportFormat,
  choice: ExportChoice,
): Promise<DecryptedExport> {
  const [response, secrets] = await Promise.all([
    call('bookmarks.export', { query: { ...choice, format: 'json', encrypted: true } }),
    readSecrets(vault),
  ]);
  const { file, ...counts } = putInPlace(await fileOf(response), secrets, choice);
  const yieldIfDue = createYield();
  const parts: BlobPart[] = [];
  for (const part of writeExport(file, format)) {
    parts.push(part);
    await yieldIfDue();
  }
  const [type, extension] = fileTypes[format];
  return {
    ...counts,
    file: new Blob(parts, { type }),
    name: `markwell-decrypted-${day(new Date())}.${extension}`,
  };
}

async function readSecrets(vault: Parts['vault']): Promise<ReadonlyMap<string, DecryptedSecret>> {
  const secrets = new Map<string, DecryptedSecret>();
  for (const { bookmark, result } of await vault.readDecrypted({})) {
    if ('secret' in result && bookmark.cipher !== null)
      secrets.set(bookmark.uuid, { cipher: bookmark.cipher, secret: result.secret });
  }
  return secrets;
}

/** JSON responses are already parsed, byte responses are not; a JSON file can be either. */
async function fileOf(response: unknown): Promise<ExportedFile> {
  return (response instanceof Response ? await response.json() : response) as ExportedFile;
}

/** Returns the date in the user's calendar, `2026-11-21`. */
function day(date: Date): string {
  const digits = (value: number, length = 2) => String(value).padStart(length, '0');
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
}

export const exportFormats = ['html', 'json', 'csv', 'markdown', 'page'] as const;
export type FileFormat = (typeof exportFormats)[number];

export const exportOptions = ['collections', 'tags', 'metadata', 'encrypted'] as const;
export type ExportChoice = { readonly [Option in (typeof exportOptions)[number]]: boolean };

/** Returns the URL of the file; every option is included, so that it does not depend on the service's defaults. */
export function exportHref(format: FileFormat, choice: ExportChoice, space?: string): string {
  // A link sends no Space-Id, and another tab may have switched the space of the cookie.
  const query = new URLSearchParams({ format, ...(space && { space }) });
  for (const option of exportOptions) query.set(option, String(choice[option]));
  return `${routes['bookmarks.export'].path}?${query}`;
}
