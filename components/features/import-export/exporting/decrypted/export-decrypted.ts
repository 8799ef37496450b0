import { createBreath } from '@/components/features/import-export/breathe';
import {
  putInPlace,
  type Decrypted,
  type OpenedSecret,
} from '@/components/features/import-export/exporting/decrypted/put-in-place';
import type { ExportChoice } from '@/components/features/import-export/exporting/export-href';
import { writeExport, type ExportedFile, type ExportFormat } from '@/lib/domain/write-export';
import type { Transport } from '@/lib/queries/transport';
import type { Vault } from '@/lib/vault/vault-types';

const mimeTypes = { html: 'text/html', json: 'application/json', csv: 'text/csv' } as const;

export interface DecryptedExport extends Pick<Decrypted, 'opened' | 'locked'> {
  readonly file: Blob;
  readonly name: string;
}

interface Parts {
  readonly call: Transport;
  readonly vault: Pick<Vault, 'readOpened'>;
}

/**
 * The space as a file that everybody can read who has it. The service gives what it has, envelopes and all; they are
 * opened here and the file is written here.
 */
export async function exportDecrypted(
  { call, vault }: Parts,
  format: ExportFormat,
  choice: ExportChoice,
): Promise<DecryptedExport> {
  const [answer, secrets] = await Promise.all([
    call('bookmarks.export', { query: { ...choice, format: 'json', encrypted: true } }),
    readSecrets(vault),
  ]);
  const { file, ...counts } = putInPlace(await fileOf(answer), secrets, choice);
  const breathe = createBreath();
  const parts: string[] = [];
  for (const part of writeExport(file, format)) {
    parts.push(part);
    await breathe();
  }
  return {
    ...counts,
    file: new Blob(parts, { type: mimeTypes[format] }),
    name: `markwell-decrypted-${day(new Date())}.${format}`,
  };
}

async function readSecrets(vault: Parts['vault']): Promise<ReadonlyMap<string, OpenedSecret>> {
  const secrets = new Map<string, OpenedSecret>();
  for (const { bookmark, opening } of await vault.readOpened({})) {
    if ('secret' in opening && bookmark.cipher !== null)
      secrets.set(bookmark.uuid, { cipher: bookmark.cipher, secret: opening.secret });
  }
  return secrets;
}

/** Answers of JSON come read, those of bytes as they are; a file of JSON is both. */
async function fileOf(answer: unknown): Promise<ExportedFile> {
  return (answer instanceof Response ? await answer.json() : answer) as ExportedFile;
}

/** Of the reader's own calendar, `2026-11-21`. */
function day(date: Date): string {
  const digits = (value: number, length = 2) => String(value).padStart(length, '0');
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
}
