import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { KeyId, Opening, Sealed } from '@/lib/crypto/types';
import { keyOf, type SealedBookmark } from '@/lib/vault/open-text';
import { createTexts, type VaultTexts } from '@/lib/vault/vault-texts';

interface ContentsParts {
  readonly isUnlocked: (key: KeyId) => boolean;
  readonly open: (items: readonly Sealed[]) => Promise<Opening[]>;
  /** The rows are others now. */
  readonly onChange: () => void;
}

/** Envelopes that are opened before the page gets a breath. */
const pieceSize = 250;

/** What is open in this tab between an unlocking and the next locking. */
export interface VaultContents extends Pick<VaultTexts, 'prepare'> {
  readonly rows: () => readonly Bookmark[];
  /** Takes bookmarks in as they are now; of those under an unlocked key it opens what is not open yet. */
  readonly take: (bookmarks: readonly Bookmark[]) => Promise<void>;
  /** Shows what there is, also where it is nothing yet: a key is unlocked. */
  readonly show: () => void;
  readonly forget: (isGone: (uuid: string) => boolean) => void;
  /** Shows nothing from here on, whatever is still under way. */
  readonly end: () => void;
}

export function createContents({ isUnlocked, open, onChange }: ContentsParts): VaultContents {
  const rows = new Map<string, Bookmark>();
  const texts = createTexts();
  let list: readonly Bookmark[] | null = null;
  let isOver = false;

  const isUnder = (row: Bookmark): row is SealedBookmark => {
    const key = keyOf(row.cipher);
    return key !== null && isUnlocked(key);
  };

  const publish = (isOtherText: boolean): void => {
    if (isOver) return;
    list = null;
    if (isOtherText) texts.show();
    onChange();
  };

  /** Whether it is another row than before, or has other words. */
  const place = (row: Bookmark): { isOtherRow: boolean; isOtherText: boolean } => {
    if (!isUnder(row)) return { isOtherRow: rows.delete(row.uuid), isOtherText: texts.drop(row.uuid) };
    const isOtherRow = rows.get(row.uuid) !== row;
    rows.set(row.uuid, row);
    return { isOtherRow, isOtherText: texts.addPrepared(row) };
  };

  const openPiece = async (piece: readonly SealedBookmark[]): Promise<void> => {
    const openings = await open(piece.map(({ uuid, cipher }) => ({ uuid, cipher })));
    piece.forEach((row, index) => {
      // A newer envelope may have come while this one was being opened.
      if (rows.get(row.uuid)?.cipher === row.cipher) texts.add(row, openings[index]);
    });
  };

  return {
    prepare: texts.prepare,
    rows: () => (list ??= [...rows.values()]),
    take: async (bookmarks) => {
      const placed = bookmarks.map(place);
      const isOtherText = placed.some((one) => one.isOtherText);
      if (isOtherText || placed.some((one) => one.isOtherRow)) publish(isOtherText);
      const closed = bookmarks.filter(isUnder).filter((row) => !texts.isDone(row));
      for (let from = 0; from < closed.length && !isOver; from += pieceSize) {
        await openPiece(closed.slice(from, from + pieceSize));
      }
      if (closed.length > 0) publish(true);
    },
    show: () => publish(true),
    forget: (isGone) => {
      const gone = [...rows.keys()].filter(isGone);
      for (const uuid of gone) {
        rows.delete(uuid);
        texts.drop(uuid);
      }
      if (gone.length > 0) publish(true);
    },
    end: () => {
      isOver = true;
      rows.clear();
      texts.clear();
      list = null;
    },
  };
}
