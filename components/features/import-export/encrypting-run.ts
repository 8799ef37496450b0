import { endUndo } from '@/components/common/notify';
import { loadCode } from '@/components/common/on-demand';
import { createYield, refusalOf } from '@/components/features/import-export/import-file';
import {
  firstChoices,
  hasUrl,
  type FileChoices,
  type Refusal,
} from '@/components/features/import-export/import-step';
import {
  fieldsOf,
  Plan,
  type Choices,
  type EncryptingStep,
  type MergedBookmark,
  type PlannedBookmark,
  type ReadableFields,
  type SentMerge,
} from '@/components/features/import-export/plan';
import type { Transport } from '@/lib/api/query-client';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { ImportTable } from '@/lib/contract/imports';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import { CryptoUnavailable, KeyLocked, WorkerFailed } from '@/lib/crypto/refusals';
import type { EncryptedItem } from '@/lib/crypto/types';
import { FormatError, ImportLimitError } from '@/lib/formats/entry';
import type { FoundReport } from '@/lib/formats/found-in-file';
import type { RandomAccess } from '@/lib/formats/read-zip';
import { urlKey } from '@/lib/domain/url-key';
import { readRows } from '@/lib/vault/create-vault';
import { keyOf } from '@/lib/vault/decrypt-text';
import { decryptedRow } from '@/lib/vault/decrypted';
import { inCalls } from '@/lib/vault/in-calls';
import { WrongKey, type Vault } from '@/lib/vault/vault-types';

/** Thrown for a file that cannot be imported, with the reason. */
export class FileRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super('the file cannot be imported');
    this.name = 'FileRefused';
  }
}

const sliceBytes = 32 * 1024;

interface ReadOptions {
  readonly choices: FileChoices;
  readonly signal: AbortSignal;
  /** Called with the number of bookmarks found so far. */
  readonly onRead: (count: number) => void;
}

/** What is in a file, and what of it will be imported. */
interface PlannedFile {
  readonly plan: Plan;
  readonly found: FoundReport;
}

/** Reads a bookmark file on this device, in slices between which the page stays responsive. Throws FileRefused. */
export async function planFile(file: File, { choices, signal, onRead }: ReadOptions): Promise<PlannedFile> {
  const plan = new Plan();
  let table: ImportTable | null = null;
  let found: FoundReport;
  const yieldIfDue = createYield();
  try {
    // The readers are larger than the rest of the page.
    const [{ readFile }, { detectEncoding }, { foundIn, presentFound }] = await loadCode(
      Promise.all([
        import('@/lib/formats/read-file'),
        import('@/lib/formats/decode'),
        import('@/lib/formats/found-in-file'),
      ]),
    );
    const read = await readFile(
      { name: file.name, bytes: slicesOf(file), whole: accessTo(file), store: storeInMemory },
      {
        ...{ accountId: null, columns: choices.columns, choices, now: new Date(), detectEncoding },
        onEntry: (entry) => plan.take(entry),
        onFormat: () => undefined,
        // An archive can have several.
        onTable: (one) => (table ??= one),
        onSlice: async () => {
          signal.throwIfAborted();
          onRead(plan.report.read);
          await yieldIfDue();
        },
      },
    );
    found = presentFound(foundIn(read, table));
  } catch (failure) {
    if (failure instanceof FormatError) throw new FileRefused(failure.fault);
    throw failure instanceof ImportLimitError ? new FileRefused('TOO_MANY') : failure;
  }
  if (plan.report.read === 0) throw new FileRefused('IMPORT_INVALID_FILE');
  if (plan.bookmarks.length > serviceLimits.envelopes) throw new FileRefused('TOO_MANY');
  return { plan, found };
}

const accessTo = (file: Blob): RandomAccess => ({
  size: file.size,
  read: (from, to) => bytesOf(file, from, to),
});

/** Browsers keep large blobs on disk. */
async function storeInMemory(bytes: AsyncIterable<Uint8Array>): Promise<RandomAccess> {
  const chunks: BlobPart[] = [];
  for await (const chunk of bytes) chunks.push(new Uint8Array(chunk));
  return accessTo(new Blob(chunks));
}

async function* slicesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += sliceBytes) yield await bytesOf(file, at, at + sliceBytes);
}

async function bytesOf(file: Blob, from: number, to: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch {
    throw new FileRefused('FILE_CHANGED');
  }
}

export interface EncryptingDeps {
  readonly call: Transport;
  readonly vault: Pick<Vault, 'unlock' | 'encryptMany' | 'refresh' | 'state'>;
  /** Refetches the data that the lists show. */
  readonly refreshLists: () => void;
  readonly onStep: (step: EncryptingStep) => void;
  /** Called if the file cannot be imported. */
  readonly onRefused: (refusal: Refusal) => void;
}

type Item = Input<'bookmarks.createEncrypted'>['body']['items'][number];
type Change = Input<'bookmarks.reencrypt'>['body']['items'][number];

/**
 * An import whose file never leaves this device: it is read and encrypted here, and only envelopes are sent.
 * Ends with the screen that shows it.
 */
export class EncryptingRun {
  private ending = new AbortController();
  private reading = new AbortController();
  private step: EncryptingStep = { kind: 'reading', count: 0 };

  constructor(
    private readonly file: File,
    private readonly deps: EncryptingDeps,
  ) {}

  /** Reads the file; returns a function that aborts everything this run does. */
  readonly begin = (): (() => void) => {
    const ending = new AbortController();
    this.ending = ending;
    void this.read();
    return () => ending.abort();
  };

  readonly read = (): Promise<void> => this.readWith(firstChoices);

  /** Sets what the file means, and reads it again. */
  readonly setChoices = async (choices: FileChoices): Promise<void> => {
    const { step } = this;
    if (step.kind !== 'preview') return;
    this.reading.abort();
    const isUpdating = hasUrl(choices);
    this.show({ ...step, choices, isUpdating, refusal: null });
    if (isUpdating) await this.readWith(choices);
  };

  private async readWith(choices: FileChoices): Promise<void> {
    this.reading = new AbortController();
    const signal = AbortSignal.any([this.ending.signal, this.reading.signal]);
    try {
      const { plan, found } = await planFile(this.file, {
        ...{ choices, signal },
        onRead: (count) => {
          if (this.step.kind === 'reading') this.show({ kind: 'reading', count });
        },
      });
      // Also drops rows of other spaces that a search has shown. Without a network, the existing ones are
      // compared.
      await this.deps.vault.refresh().catch(() => undefined);
      const merged = plan.mergedInto(await this.knownPages());
      if (!signal.aborted)
        this.show({ kind: 'preview', plan: merged, found, choices, isUpdating: false, refusal: null });
    } catch (failure) {
      if (signal.aborted) return;
      this.deps.onRefused(failure instanceof FileRefused ? failure.refusal : 'UNKNOWN');
    }
  }

  /** Encrypts the bookmarks of the preview, and sends them. */
  readonly start = async (choices: Choices): Promise<void> => {
    const { step } = this;
    if (step.kind !== 'preview' || step.isUpdating || !hasUrl(step.choices)) return;
    // The calls are not mutations of the query client.
    endUndo();
    const total = step.plan.bookmarks.length + step.plan.merged.length;
    this.show({ kind: 'encrypting', done: 0, total });
    try {
      const plan = await this.unlocked(step.plan, choices);
      const encrypted = await this.encrypt(plan, choices);
      const merged = await this.encryptMerged(plan.merged);
      await this.send({ plan, encrypted, merged }, choices);
    } catch (failure) {
      this.show({ ...step, refusal: refusalFrom(failure) });
    }
  };

  /** Moves the imported bookmarks to the trash, and restores merged ones unless they were changed since. */
  readonly undo = async (): Promise<void> => {
    const { step } = this;
    if (step.kind !== 'finished' || step.isUndoing) return;
    this.show({ ...step, isUndoing: true, refusal: null });
    try {
      for (const items of inCalls(await this.restored(step.merged)))
        await this.deps.call('bookmarks.reencrypt', { body: { items } });
      for (const uuids of inParts(step.uuids, limits.bulkUuids))
        await this.deps.call('bookmarks.bulk', { body: { uuids, action: 'delete' } });
      this.show({ kind: 'undone', count: step.uuids.length });
    } catch (failure) {
      const refusal = refusalOf(failure) === 'OFFLINE' ? 'OFFLINE' : 'UNDO_FAILED';
      this.show({ ...step, isUndoing: false, refusal });
    }
    this.refresh();
  };

  /** A key of the user that is unlocked only now may already hold some of the file's bookmarks. */
  private async unlocked(plan: Plan, { key }: Choices): Promise<Plan> {
    if (key === null || 'key' in key) return plan;
    if ((await this.deps.vault.unlock(key.passphrase)) === 'unlocked')
      return plan.mergedInto(await this.knownPages());
    if (key.create) return plan;
    throw new WrongKey();
  }

  private async encrypt(plan: Plan, { key }: Choices): Promise<readonly EncryptedItem[]> {
    const { bookmarks } = plan;
    const total = bookmarks.length + plan.merged.length;
    if (bookmarks.length === 0 || key === null) return [];
    const { encrypted } = await this.deps.vault.encryptMany(key, bookmarks, (done) =>
      this.show({ kind: 'encrypting', done, total }),
    );
    return encrypted;
  }

  /** Encrypts each with its current key. */
  private async encryptMerged(merged: readonly MergedBookmark[]): Promise<SentMerge[]> {
    const keys = new Set(merged.flatMap(({ bookmark }) => keyOf(bookmark.cipher) ?? []));
    const ciphers = new Map<string, string>();
    for (const key of keys) {
      const items = merged.flatMap(({ bookmark: { uuid, cipher }, secret }) =>
        secret && keyOf(cipher) === key ? { uuid, secret } : [],
      );
      if (items.length === 0) continue;
      const { encrypted } = await this.deps.vault.encryptMany({ key }, items);
      for (const { uuid, cipher } of encrypted) ciphers.set(uuid, cipher);
    }
    return merged.map((one) => {
      const { uuid, cipher } = one.bookmark;
      return { ...one, cipher: ciphers.get(uuid) ?? cipher ?? '' };
    });
  }

  /** Sends new bookmarks first, usually in one call, so that either all of them are imported or none. */
  private async send({ plan, encrypted, merged }: EncryptedPlan, choices: Choices): Promise<void> {
    const items = plan.bookmarks.map((bookmark, at) =>
      itemOf(bookmark, encrypted[at]?.cipher ?? '', choices),
    );
    const total = items.length + merged.length;
    const uuids: string[] = [];
    const sent: SentMerge[] = [];
    let refusal: Refusal | null = null;
    const showSending = () => this.show({ kind: 'sending', done: uuids.length + sent.length, total });
    try {
      for (const part of inCalls(items)) {
        showSending();
        await this.deps.call('bookmarks.createEncrypted', { body: { items: part } });
        uuids.push(...part.map(({ uuid }) => uuid));
      }
      for (const part of inCalls(merged)) {
        showSending();
        await this.deps.call('bookmarks.reencrypt', { body: { items: part.map(changeOf) } });
        sent.push(...part);
      }
    } catch (failure) {
      if (uuids.length + sent.length === 0) throw failure;
      refusal = refusalFrom(failure);
    }
    const report = {
      ...plan.report,
      created: uuids.length,
      merged: { ...plan.report.merged, bookmarks: sent.length },
    };
    this.show({ kind: 'finished', report, uuids, merged: sent, isUndoing: false, refusal });
    this.refresh();
  }

  /** Returns the changes that restore merged bookmarks. A field that was changed since stays. */
  private async restored(merged: readonly SentMerge[]): Promise<Change[]> {
    if (merged.length === 0) return [];
    const sent = new Map(merged.map((one) => [one.bookmark.uuid, one]));
    const changes: Change[] = [];
    for await (const page of readRows(this.deps.call, { trash: 'with' })) {
      for (const row of page) {
        const one = sent.get(row.uuid);
        if (one) changes.push(restoreOf(row, one));
      }
    }
    return changes;
  }

  private refresh(): void {
    this.deps.refreshLists();
    // Without a network the rows are fetched later.
    void this.deps.vault.refresh().catch(() => undefined);
  }

  /** Returns the unlocked bookmarks of the space by their pages, without the trash. */
  private async knownPages(): Promise<ReadonlyMap<string, Bookmark>> {
    const yieldIfDue = createYield();
    const known = new Map<string, Bookmark>();
    for (const row of this.deps.vault.state().rows) {
      const bookmark = decryptedRow(row);
      if (bookmark.url !== null && bookmark.deletedAt === null) known.set(urlKey(bookmark.url), bookmark);
      await yieldIfDue();
    }
    return known;
  }

  private show(step: EncryptingStep): void {
    this.step = step;
    if (!this.ending.signal.aborted) this.deps.onStep(step);
  }
}

interface EncryptedPlan {
  readonly plan: Plan;
  /** Its encrypted new bookmarks, in order. */
  readonly encrypted: readonly EncryptedItem[];
  readonly merged: readonly SentMerge[];
}

const itemOf = ({ uuid, entry }: PlannedBookmark, cipher: string, { collection, hint }: Choices): Item => ({
  uuid,
  cipher,
  ...fieldsOf(entry),
  ...(collection !== null && { collections: [collection] }),
  ...(hint !== undefined && { hint }),
});

const changeOf = ({ bookmark: { uuid, updatedAt }, cipher, fields }: SentMerge): Change => ({
  uuid,
  cipher,
  updatedAt,
  ...fields,
});

function restoreOf(row: Bookmark, { bookmark, cipher, fields }: SentMerge): Change {
  const { visits, ...others } = fields;
  const unchanged = (Object.keys(others) as (keyof ReadableFields)[]).filter(
    (name) => row[name] === fields[name],
  );
  return {
    uuid: row.uuid,
    cipher: (row.cipher === cipher ? bookmark.cipher : row.cipher) ?? '',
    updatedAt: row.updatedAt,
    ...Object.fromEntries(unchanged.map((name) => [name, bookmark[name]])),
    // Visits since then stay counted.
    ...(visits !== undefined && { visits: Math.max(0, row.visits - (visits - bookmark.visits)) }),
  };
}

function* inParts<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

function refusalFrom(failure: unknown): Refusal {
  if (failure instanceof WrongKey) return 'WRONG_KEY';
  if (failure instanceof CryptoUnavailable) return 'NO_CRYPTO';
  if (failure instanceof KeyLocked || failure instanceof WorkerFailed) return 'LOCKED';
  return refusalOf(failure);
}
