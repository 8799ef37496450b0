import { sendSurely } from '@/components/features/vault/send-surely';
import type { Input } from '@/lib/contract';
import type { KeyId } from '@/lib/crypto/types';
import type { Room } from '@/lib/utils/split';
import { secretOf } from '@/lib/vault/decrypt-text';
import { callRoom, fitsCall, inCalls } from '@/lib/vault/in-calls';
import type { KeyChoice, OnProgress, UnlockedRow, Vault } from '@/lib/vault/vault-types';

type Whole = Input<'bookmarks.reencrypt'>['body'];
type Apply = Input<'bookmarks.applyKeyChange'>['body'];
type Item = Whole['items'][number];

/** Dependencies of a key change. */
export interface ChangeParts {
  readonly vault: Pick<Vault, 'decryptPages' | 'encryptMany'>;
  readonly send: {
    readonly whole: (body: Whole) => Promise<unknown>;
    readonly begin: () => Promise<{ readonly uuid: string }>;
    readonly add: (uuid: string, items: Item[]) => Promise<unknown>;
    readonly apply: (uuid: string, body: Apply) => Promise<unknown>;
    readonly isStored: (item: Pick<Item, 'uuid' | 'cipher'>) => Promise<boolean>;
  };
  /** Limits of one call; larger changes are sent in parts. */
  readonly whole?: Room;
  /** Limits of one part. */
  readonly part?: Room;
}

export interface KeyChangeRequest {
  readonly old: KeyId;
  readonly choice: KeyChoice;
  readonly hintFor: (key: KeyId) => string;
  /** Called with the number of bookmarks encrypted so far; `sending` when only the last call remains. */
  readonly onProgress: (step: 'encrypting' | 'sending', done: number) => void;
}

/** Number of bookmarks with the new key, and of those that stay under the old one because they are damaged. */
export interface Changed {
  readonly changed: number;
  readonly damaged: number;
}

const partRoom: Room = { ...callRoom, items: 2_000 };

/**
 * Re-encrypts everything under a key, in all spaces and the trash, page by page, and applies it at once: all or
 * none. Only one page of plain text is in memory at a time; envelopes that do not fit one call are staged at the
 * service first. Throws OutcomeUnknown if the last response is lost. Returns null, without a request, if the chosen
 * key is the old one.
 */
export async function changeKey(parts: ChangeParts, request: KeyChangeRequest): Promise<Changed | null> {
  const buffer = createEnvelopeBuffer(parts);
  const { old, hintFor, onProgress } = request;
  let { choice } = request;
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
    await buffer.add(
      readable.map(({ uuid, updatedAt }, at) => ({ uuid, updatedAt, cipher: encrypted[at]?.cipher ?? '' })),
    );
  }
  onProgress('sending', changed);
  // A bookmark that cannot be decrypted cannot be re-encrypted: it keeps its envelope and key.
  if (changed > 0) await buffer.finish(damaged > 0 ? { hint } : { hint, replaces: old });
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

/** Buffers envelopes for one call as long as they fit into it, and stages them at the service from then on. */
function createEnvelopeBuffer({ send, whole = callRoom, part = partRoom }: ChangeParts) {
  let change: string | null = null;
  let buffered: Item[] = [];
  let count = 0;
  const stage = async () => {
    change ??= (await send.begin()).uuid;
    for (const items of inCalls(buffered, part)) await send.add(change, items);
    buffered = [];
  };
  return {
    add: async (items: readonly Item[]) => {
      buffered = [...buffered, ...items];
      count += items.length;
      if (change !== null || !fitsCall(buffered, whole)) await stage();
    },
    finish: async (rest: Omit<Whole, 'items'>) => {
      const [first] = buffered;
      if (change === null) {
        const isStored = async () => first !== undefined && (await send.isStored(first));
        return sendSurely(() => send.whole({ ...rest, items: buffered }), isStored);
      }
      const [uuid, body] = [change, { ...rest, count }];
      // Repeating this call is harmless: it is never refused because it was executed before.
      return sendSurely(
        () => send.apply(uuid, body),
        async () => false,
      );
    },
  };
}
