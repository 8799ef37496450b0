import { foldText } from '@/lib/domain/search-words';

/** Shorter pieces of a key are in many words. */
const tellingLength = 4;

/**
 * Whether a hint gives its key away: whoever reads it would have the key, or most of it. Case, accents and spaces do
 * not count, and a key that is written backwards is the key.
 */
export function givesAway(hint: string, passphrase: string): boolean {
  const key = pressed(passphrase);
  const said = pressed(hint);
  if (key === '' || said === '') return false;
  const backwards = reversed(key);
  if (said.includes(key) || said.includes(backwards)) return true;
  if (said.length >= tellingLength && (key.includes(said) || backwards.includes(said))) return true;
  const told = new Set(
    foldText(hint)
      .split(/\s+/)
      .filter((word) => word.length >= tellingLength),
  );
  const letters = [...told].filter((word) => key.includes(word)).join('').length;
  return letters * 2 >= key.length;
}

const pressed = (text: string): string => foldText(text).replace(/\s+/g, '');
const reversed = (text: string): string => Array.from(text).reverse().join('');
