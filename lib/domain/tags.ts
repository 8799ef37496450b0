import { isBlank } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { plainTag, tagKey } from '@/lib/domain/tag-key';

const gaps = /[\s\u0000-\u001F\u007F]+/gu;

/**
 * Tags out of a comma-separated text: trimmed, none empty or invisible, none twice (the first spelling stays),
 * order kept. A tag of more than 64 code points is cut there; a caller that must refuse it checks before.
 */
export const parseTags = (text: string): string[] => (text === '' ? [] : uniqueTags(text.split(',')));

/** The same rules for tags that are already apart; a comma inside one parts it. */
export function uniqueTags(candidates: Iterable<string>): string[] {
  const keys = new Set<string>();
  const tags: string[] = [];
  for (const candidate of candidates) {
    for (const piece of candidate.includes(',') ? candidate.split(',') : [candidate]) {
      const tag = normalizeTag(piece);
      const key = tagKey(tag);
      if (tag === '' || keys.has(key)) continue;
      keys.add(key);
      tags.push(tag);
    }
  }
  return tags;
}

/** Tags as the contract writes them. */
export const printTags = (tags: readonly string[]): string => tags.join(',');

function normalizeTag(text: string): string {
  if (plainTag.test(text)) return text;
  const tag = text.toWellFormed().replace(gaps, ' ').trim();
  const cut =
    tag.length <= limits.tagLength ? tag : Array.from(tag).slice(0, limits.tagLength).join('').trimEnd();
  return isBlank(cut) ? '' : cut;
}
