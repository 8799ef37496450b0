import { NetworkFailure } from '@/lib/api/problem';
import type { Input } from '@/lib/contract';
import type { KeyId } from '@/lib/crypto/types';
import { secretOf } from '@/lib/vault/decrypt-text';
import { callRoom, fitsCall, inCalls, type Room } from '@/lib/vault/in-calls';
import type { KeyChoice, OnProgress, UnlockedRow, Vault } from '@/lib/vault/vault-types';

type Whole = Input<'bookmarks.reencrypt'>['body'];
type Apply = Input<'bookmarks.applyKeyChange'>['body'];
type Item = Whole['items'][number];

/** What a change is made with. */
export interface ChangeParts {
  readonly vault: Pick<Vault, 'decryptPages' | 'encryptMany'>;
  readonly send: {
    readonly whole: (body: Whole) => Promise<unknown>;
    readonly begin: () => Promise<{ readonly uuid: string }>;
    readonly add: (uuid: string, items: Item[]) => Promise<unknown>;
    readonly apply: (uuid: string, body: Apply) => Promise<unknown>;
  };
  /** What one call takes at most; more goes in parts. */
  readonly whole?: Room;
  /** What one part takes at most. */
  readonly part?: Room;
}

export interface KeyChangeAsked {
  readonly old: KeyId;
  readonly choice: KeyChoice;
  readonly hintFor: (key: KeyId) => string;
  /** Bookmarks that are encrypted so far; `sending` when nothing but the last call is left. */
  readonly onProgress: (step: 'encrypting' | 'sending', done: number) => void;
}

/** How many have another key now, and how many stay under the old one because they are damaged. */
export interface Changed {
  readonly changed: number;
  readonly damaged: number;
}

const partRoom: Room = { ...callRoom, items: 2_000 };

/**
 * Re-encrypts everything under a key, in all spaces and the trash, page by page, and applies it at once: all
 * or none. Of the words no more than a page is held; what does not fit one call is put aside at the service before.
 * Answers null, with nothing sent, where the chosen key is the old one.
 */
export async function changeKey(parts: ChangeParts, asked: KeyChangeAsked): Promise<Changed | null> {
  const outbox = createOutbox(parts);
  const { old, hintFor, onProgress } = asked;
  let { choice } = asked;
  let [changed, damaged] = [0, 0];
  let hint = '';
  for await (const page of parts.vault.decryptPages({ key: old, space: 'all', trash: 'with' })) {
    const readable = page.flatMap(readableOf);
    damaged += page.length - readable.length;
    if (readable.length === 0) continue;
    const before = changed;
    const report: OnProgress = (done) => onProgress('encrypting', before + done);
    const { key, encrypted } = await parts.vault.encryptMany(choice, readable, report, 'dropped');
    if (key === old) return null;
    choice = { key };
    hint = hintFor(key);
    changed += readable.length;
    await outbox.add(
      readable.map(({ uuid, updatedAt }, at) => ({ uuid, updatedAt, cipher: encrypted[at]?.cipher ?? '' })),
    );
  }
  onProgress('sending', changed);
  // What cannot be decrypted cannot be re-encrypted: it keeps its envelope and key.
  if (changed > 0) await outbox.finish(damaged > 0 ? { hint } : { hint, replaces: old });
  return { changed, damaged };
}

const readableOf = ({ bookmark, result }: UnlockedRow) =>
  'secret' in result
    ? [
        {
          uuid: bookmark.uuid,
          updatedAt: bookmark.updatedAt,
          secret: secretOf({ ...bookmark, ...result.secret }),
        },
      ]
    : [];

/** Keeps envelopes for one call as long as they fit into it, and puts them aside from then on. */
function createOutbox({ send, whole = callRoom, part = partRoom }: ChangeParts) {
  let change: string | null = null;
  let kept: Item[] = [];
  let count = 0;
  const putAside = async () => {
    change ??= (await send.begin()).uuid;
    for (const items of inCalls(kept, part)) await send.add(change, items);
    kept = [];
  };
  return {
    add: async (items: readonly Item[]) => {
      kept = [...kept, ...items];
      count += items.length;
      if (change !== null || !fitsCall(kept, whole)) await putAside();
    },
    finish: async (rest: Omit<Whole, 'items'>) => {
      if (change === null) return send.whole({ ...rest, items: kept });
      const [uuid, body] = [change, { ...rest, count }];
      return send.apply(uuid, body).catch((failure: unknown) => {
        // Whether it was applied is not known, and to ask again does no harm.
        if (failure instanceof NetworkFailure) return send.apply(uuid, body);
        throw failure;
      });
    },
  };
}
