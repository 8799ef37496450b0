import { createBreath, refusalOf } from '@/components/features/import-export/import-file';
import type { Refusal } from '@/components/features/import-export/import-step';
import {
  Plan,
  type Choices,
  type EncryptingStep,
  type PlannedBookmark,
} from '@/components/features/import-export/plan';
import type { Transport } from '@/lib/api/query-client';
import type { Input } from '@/lib/contract';
import { limits } from '@/lib/contract/limits';
import { CryptoUnavailable, KeyLocked, WorkerFailed } from '@/lib/crypto/refusals';
import type { Sealed } from '@/lib/crypto/types';
import { createFileDecoder, sniffFile, type DetectEncoding } from '@/lib/domain/netscape/decode';
import { NetscapeLimitError } from '@/lib/domain/netscape/entry';
import { createNetscapeParser } from '@/lib/domain/netscape/parse';
import { urlKey } from '@/lib/domain/url-key';
import type { DecryptedTexts } from '@/lib/vault/decrypted';
import { WrongKey, type Vault } from '@/lib/vault/vault-types';

/** A file that brings nothing, and why. */
export class FileRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super('the file cannot be imported');
    this.name = 'FileRefused';
  }
}

const sliceBytes = 32 * 1024;
const headBytes = 4_096;

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Bookmarks that were found so far. */
  readonly onRead: (count: number) => void;
}

/** Reads a bookmark file on this device, in pieces between which the page answers. Throws FileRefused. */
export async function planFile(file: File, { signal, onRead }: ReadOptions): Promise<Plan> {
  const plan = new Plan();
  const parser = createNetscapeParser({ onEntry: (entry) => plan.take(entry) });
  const decoder = createFileDecoder(await detectorFor(file));
  const breathe = createBreath();
  try {
    refuseByHead(await bytesOf(file, 0, headBytes));
    for (let at = 0; at < file.size; at += sliceBytes) {
      signal.throwIfAborted();
      parser.write(decoder.write(await bytesOf(file, at, at + sliceBytes)));
      onRead(plan.report.read);
      await breathe();
    }
    parser.write(decoder.end());
  } catch (failure) {
    throw failure instanceof NetscapeLimitError ? new FileRefused('TOO_MANY') : failure;
  }
  const { isMarkup, isBookmarkFile, entryCount } = parser.end();
  if (!isMarkup) throw new FileRefused('IMPORT_INVALID_TYPE');
  if (!isBookmarkFile || entryCount === 0) throw new FileRefused('IMPORT_INVALID_FILE');
  if (plan.bookmarks.length > limits.envelopes) throw new FileRefused('TOO_MANY');
  return plan;
}

/** The detector is as large as all the rest of the page, and most files are UTF-8. */
async function detectorFor(file: File): Promise<DetectEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < file.size; at += sliceBytes)
      decoder.decode(await bytesOf(file, at, at + sliceBytes), { stream: true });
    decoder.decode();
    return () => null;
  } catch (failure) {
    if (failure instanceof FileRefused) throw failure;
    return (await import('@/lib/domain/netscape/decode')).detectEncoding;
  }
}

async function bytesOf(file: File, from: number, to: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch {
    throw new FileRefused('FILE_CHANGED');
  }
}

function refuseByHead(head: Uint8Array): void {
  const kind = sniffFile(head);
  if (kind === 'archive' || kind === 'json') throw new FileRefused('IMPORT_INVALID_TYPE');
  if (kind === 'garbage') throw new FileRefused('IMPORT_PARSE_ERROR');
}

export interface EncryptingDeps {
  readonly call: Transport;
  readonly vault: Pick<Vault, 'unlock' | 'encryptMany' | 'refresh'>;
  readonly decrypted: () => DecryptedTexts;
  /** Reads again what the lists show. */
  readonly refreshLists: () => void;
  readonly onStep: (step: EncryptingStep) => void;
  /** Nothing can be made of the file. */
  readonly onRefused: (refusal: Refusal) => void;
}

type Item = Input<'bookmarks.createEncrypted'>['body']['items'][number];

/** What a call may carry, with room for the text around the envelopes. */
const callBytes = limits.envelopesBytes - 1024 * 1024;
const itemBytes = 512;

/**
 * An import whose file never leaves this device: it is read and encrypted here, and only envelopes are sent. Ends with
 * the screen that shows it.
 */
export class EncryptingRun {
  private ending = new AbortController();
  private step: EncryptingStep = { kind: 'reading', count: 0 };

  constructor(
    private readonly file: File,
    private readonly deps: EncryptingDeps,
  ) {}

  /** Looks into the file; answers how to end all that this does. */
  readonly begin = (): (() => void) => {
    const ending = new AbortController();
    this.ending = ending;
    void this.read();
    return () => ending.abort();
  };

  readonly read = async (): Promise<void> => {
    const { signal } = this.ending;
    try {
      const plan = await planFile(this.file, {
        signal,
        onRead: (count) => this.show({ kind: 'reading', count }),
      });
      this.show({ kind: 'preview', plan: plan.without(await this.knownPages()), refusal: null });
    } catch (failure) {
      if (signal.aborted) return;
      this.deps.onRefused(failure instanceof FileRefused ? failure.refusal : 'UNKNOWN');
    }
  };

  /** Encrypts what the preview shows, and sends it. */
  readonly start = async (choices: Choices): Promise<void> => {
    const { step } = this;
    if (step.kind !== 'preview') return;
    const total = step.plan.bookmarks.length;
    this.show({ kind: 'sealing', done: 0, total });
    try {
      const plan = await this.unlocked(step.plan, choices);
      const encrypted = await this.seal(plan, choices);
      await this.send(plan, encrypted, choices);
    } catch (failure) {
      this.show({ ...step, refusal: whyNot(failure) });
    }
  };

  /** Moves what came in to the trash. */
  readonly undo = async (): Promise<void> => {
    const { step } = this;
    if (step.kind !== 'finished' || step.isUndoing) return;
    this.show({ ...step, isUndoing: true, refusal: null });
    try {
      for (const uuids of inParts(step.uuids, limits.bulkUuids))
        await this.deps.call('bookmarks.bulk', { body: { uuids, action: 'delete' } });
      this.show({ kind: 'undone', count: step.uuids.length });
    } catch (failure) {
      const refusal = refusalOf(failure) === 'OFFLINE' ? 'OFFLINE' : 'UNDO_FAILED';
      this.show({ ...step, isUndoing: false, refusal });
    }
    this.refresh();
  };

  /** A key of the reader's that is opened only now may hold some of the file already. */
  private async unlocked(plan: Plan, { key }: Choices): Promise<Plan> {
    if ('key' in key) return plan;
    if ((await this.deps.vault.unlock(key.passphrase)) === 'unlocked')
      return plan.without(await this.knownPages());
    if (key.create) return plan;
    throw new WrongKey();
  }

  private async seal(plan: Plan, { key }: Choices): Promise<readonly Sealed[]> {
    const { bookmarks } = plan;
    const total = bookmarks.length;
    if (total === 0) return [];
    const { encrypted } = await this.deps.vault.encryptMany(key, bookmarks, (done) =>
      this.show({ kind: 'sealing', done, total }),
    );
    return encrypted;
  }

  /** As a rule in one call, so that all of the file comes in or nothing. */
  private async send(plan: Plan, encrypted: readonly Sealed[], choices: Choices): Promise<void> {
    const items = plan.bookmarks.map((bookmark, at) =>
      itemOf(bookmark, encrypted[at]?.cipher ?? '', choices),
    );
    const uuids: string[] = [];
    let refusal: Refusal | null = null;
    for (const part of inCalls(items)) {
      this.show({ kind: 'sending', done: uuids.length, total: items.length });
      try {
        await this.deps.call('bookmarks.createEncrypted', { body: { items: part } });
      } catch (failure) {
        if (uuids.length === 0) throw failure;
        refusal = whyNot(failure);
        break;
      }
      uuids.push(...part.map(({ uuid }) => uuid));
    }
    const report = { ...plan.report, created: uuids.length };
    this.show({ kind: 'finished', report, uuids, isUndoing: false, refusal });
    this.refresh();
  }

  private refresh(): void {
    this.deps.refreshLists();
    // Without a network the rows come with the next look at them.
    void this.deps.vault.refresh().catch(() => undefined);
  }

  private async knownPages(): Promise<ReadonlySet<string>> {
    const breathe = createBreath();
    const known = new Set<string>();
    for (const { url } of this.deps.decrypted().values()) {
      known.add(urlKey(url));
      await breathe();
    }
    return known;
  }

  private show(step: EncryptingStep): void {
    this.step = step;
    if (!this.ending.signal.aborted) this.deps.onStep(step);
  }
}

const itemOf = (
  { uuid, favorite, createdAt }: PlannedBookmark,
  cipher: string,
  { collection, hint }: Choices,
): Item => ({
  uuid,
  cipher,
  favorite,
  ...(createdAt !== null && { createdAt }),
  ...(collection !== null && { collections: [collection] }),
  ...(hint !== undefined && { hint }),
});

function* inCalls(items: readonly Item[]): Generator<Item[]> {
  let part: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const more = item.cipher.length + itemBytes;
    if (part.length > 0 && (bytes + more > callBytes || part.length === limits.envelopes)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += more;
  }
  if (part.length > 0) yield part;
}

function* inParts<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

function whyNot(failure: unknown): Refusal {
  if (failure instanceof WrongKey) return 'WRONG_KEY';
  if (failure instanceof CryptoUnavailable) return 'NO_CRYPTO';
  if (failure instanceof KeyLocked || failure instanceof WorkerFailed) return 'LOCKED';
  return refusalOf(failure);
}
