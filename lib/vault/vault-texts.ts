import type { Envelope, Opening } from '@/lib/crypto/types';
import { openedText, type SealedBookmark } from '@/lib/vault/open-text';
import { showOpened, type OpenedText } from '@/lib/vault/opened';

/** The words that are open in this tab, of the envelope that each bookmark has now. */
export interface VaultTexts {
  /** Nothing more can be made of the envelope: it is open, or does not open with its key. */
  readonly isDone: (row: SealedBookmark) => boolean;
  readonly add: (row: SealedBookmark, opening: Opening | undefined) => void;
  /** The words of envelopes that were sealed here. */
  readonly prepare: (texts: readonly OpenedText[]) => void;
  /** Uses them for a bookmark that came back with its envelope. */
  readonly addPrepared: (row: SealedBookmark) => boolean;
  readonly drop: (uuid: string) => boolean;
  readonly show: () => void;
  readonly clear: () => void;
}

export function createTexts(): VaultTexts {
  const texts = new Map<string, OpenedText>();
  const prepared = new Map<Envelope, OpenedText>();
  const damaged = new Set<Envelope>();
  return {
    isDone: ({ uuid, cipher }) => texts.get(uuid)?.cipher === cipher || damaged.has(cipher),
    add: ({ uuid, cipher }, opening) => {
      if (opening === undefined) return;
      if ('secret' in opening) texts.set(uuid, openedText(cipher, opening.secret));
      else if (opening.failure !== 'locked') damaged.add(cipher);
    },
    prepare: (sealed) => {
      for (const text of sealed) prepared.set(text.cipher, text);
    },
    addPrepared: ({ uuid, cipher }) => {
      const text = prepared.get(cipher);
      if (text !== undefined) texts.set(uuid, text);
      return text !== undefined && prepared.delete(cipher);
    },
    drop: (uuid) => texts.delete(uuid),
    show: () => showOpened(new Map(texts)),
    clear: () => {
      for (const kept of [texts, prepared, damaged]) kept.clear();
    },
  };
}
