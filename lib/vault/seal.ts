import type { KeyId, Sealed } from '@/lib/crypto/types';
import type { Transport } from '@/lib/queries/transport';
import { fittingKeys } from '@/lib/vault/fitting-keys';
import { openedText } from '@/lib/vault/open-text';
import { KeyTooShort, newKeyLength, WrongKey } from '@/lib/vault/refusals';
import type { VaultSession } from '@/lib/vault/vault-session';
import type { KeyChoice, OnProgress, Sealing, SecretItem } from '@/lib/vault/vault-types';

/** Envelopes between two reports of how far it is. */
const pieceSize = 250;
/** As many as the service gives of its own keys. */
const sampleCount = 3;

export interface ChosenKey {
  readonly key: KeyId;
  /** It was not unlocked before: what it opens is still to be fetched. */
  readonly isOpenedNow: boolean;
}

/** The key that a choice means, unlocked; a new one where the choice allows it and nothing else fits. */
export async function chooseKey(
  session: VaultSession,
  call: Transport,
  choice: KeyChoice,
): Promise<ChosenKey> {
  if ('key' in choice) return { key: choice.key, isOpenedNow: false };
  const { passphrase, create, hint = null } = choice;
  const { content } = await session.wait(call('bookmarks.keys', {}));
  const unsaved = [...session.made.values()].filter(({ key }) => !content.some((one) => one.key === key));
  const [fitting] = await fittingKeys(session, passphrase, [...unsaved, ...content]);
  if (fitting) {
    const { key, hint: known, count } = fitting;
    const isOpenedNow = !session.keys.has(key);
    if (isOpenedNow) session.keys.set(key, { key, hint: known, count });
    return { key, isOpenedNow };
  }
  if (!create) throw new WrongKey();
  if (Array.from(passphrase).length < newKeyLength) throw new KeyTooShort();
  const key = await session.use((keyring) => keyring.create(passphrase));
  session.keys.set(key, { key, hint, count: 0 });
  session.made.set(key, { key, hint, count: 0, samples: [] });
  return { key, isOpenedNow: false };
}

interface SealOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Whether the words stay here until their bookmark comes back. */
  readonly isKept: boolean;
}

export async function sealWith(
  session: VaultSession,
  key: KeyId,
  items: readonly SecretItem[],
  { onProgress, isKept }: SealOptions,
): Promise<Sealing> {
  const sealed: Sealed[] = [];
  for (let from = 0; from < items.length; from += pieceSize) {
    const piece = items.slice(from, from + pieceSize);
    const envelopes = await session.use((keyring) => keyring.seal(key, piece));
    piece.forEach(({ uuid }, index) => sealed.push({ uuid, cipher: envelopes[index] ?? '' }));
    if (isKept) {
      session.contents.prepare(piece.map(({ secret }, index) => openedText(envelopes[index] ?? '', secret)));
    }
    onProgress?.(sealed.length);
  }
  const made = session.made.get(key);
  if (made) session.made.set(key, { ...made, samples: [...sealed, ...made.samples].slice(0, sampleCount) });
  return { key, sealed };
}
