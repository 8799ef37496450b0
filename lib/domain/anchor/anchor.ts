import { foldText, type FoldedText } from '@/lib/domain/anchor/fold-text';
import { findSimilar } from '@/lib/domain/anchor/similar-passage';

/** A passage of a text by UTF-16 offsets. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** What identifies a passage in a text that may change: see [Note: Annotations] of provider/db/schema/highlights.ts. */
export interface Anchor {
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly textHash: string | null;
}

/** Length of the text that is stored before and after a passage. */
const contextLength = 32;

/** Returns the anchor of a passage; the text around it does not end within a character. */
export const anchorOf = (text: string, { start, end }: Passage): Anchor => ({
  quote: text.slice(start, end),
  prefix: text.slice(Math.max(0, start - contextLength), start).toWellFormed(),
  suffix: text.slice(end, end + contextLength).toWellFormed(),
  start,
  end,
  textHash: hashOf(text),
});

/** Returns a hash of 53 bits (cyrb53), which only tells apart the versions of one text. */
export function hashOf(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(16);
}

/** A text in which many passages are looked up. */
export interface AnchorText {
  readonly text: string;
  readonly hash: string;
  readonly folded: FoldedText;
}

export const anchorText = (text: string): AnchorText => ({
  text,
  hash: hashOf(text),
  folded: foldText(text),
});

/**
 * Returns where a passage is in a text: at its offsets if the text is the same, else where the text has the quote, else
 * where it has one that differs little. Of several places, the one with the same text around it counts, then the nearest
 * one. Null if the text does not have it any more: a short quote alone, in another context, is not enough.
 */
export function findPassage({ text, hash, folded }: AnchorText, anchor: Anchor): Passage | null {
  const { start, end, textHash } = anchor;
  if (textHash === hash && start !== null && end !== null && text.slice(start, end) === anchor.quote) {
    return { start, end };
  }
  const sought = soughtOf(anchor);
  if (sought.quote === '') return null;
  const exact = occurrences(folded.text, sought.quote);
  const similar = exact.length > 0 ? exact : findSimilar(folded.text, sought.quote);
  const places = similar.map((place) => ({ ...place, context: contextScore(folded.text, place, sought) }));
  const likely = places.filter((place) => isLikely(place, sought));
  const near = start ?? 0;
  const distance = (place: Passage): number => Math.abs((folded.offsets[place.start] ?? 0) - near);
  likely.sort((a, b) => a.edits - b.edits || b.context - a.context || distance(a) - distance(b));
  const [best] = likely;
  if (best === undefined) return null;
  return passageIn(folded, best);
}

/** Offsets of the original text. Characters that were left out at the end are not part of the passage. */
const passageIn = ({ offsets }: FoldedText, { start, end }: Passage): Passage => ({
  start: offsets[start] ?? 0,
  end: (offsets[end - 1] ?? 0) + 1,
});

interface Sought {
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
}

const soughtOf = ({ quote, prefix, suffix }: Anchor): Sought => ({
  quote: foldText(quote).text.trim(),
  prefix: foldText(prefix).text.trimEnd(),
  suffix: foldText(suffix).text.trimStart(),
});

interface Found extends Passage {
  readonly edits: number;
}

const occurrencesMax = 1_000;

function occurrences(text: string, quote: string): Found[] {
  const found: Found[] = [];
  for (
    let at = text.indexOf(quote);
    at !== -1 && found.length < occurrencesMax;
    at = text.indexOf(quote, at + 1)
  ) {
    found.push({ start: at, end: at + quote.length, edits: 0 });
  }
  return found;
}

/** Number of characters before and after the passage that are the same as those that were stored. */
function contextScore(text: string, { start, end }: Passage, { prefix, suffix }: Sought): number {
  const before = text.slice(Math.max(0, start - contextLength - 1), start).trimEnd();
  const after = text.slice(end, end + contextLength + 1).trimStart();
  let same = 0;
  for (let at = 1; at <= Math.min(before.length, prefix.length) && before.at(-at) === prefix.at(-at); at += 1)
    same += 1;
  for (let at = 0; at < Math.min(after.length, suffix.length) && after[at] === suffix[at]; at += 1) same += 1;
  return same;
}

/** A quote of this length does not appear by chance. */
const tellingLength = 16;
const tellingContext = 8;

function isLikely(
  { context, edits }: Found & { context: number },
  { quote, prefix, suffix }: Sought,
): boolean {
  if (quote.length >= tellingLength) return true;
  const known = prefix.length + suffix.length;
  if (edits === 0 && known === 0) return true;
  return context >= Math.min(tellingContext, known) && known > 0;
}
