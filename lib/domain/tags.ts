import { isBlank } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { plainTag, tagKey } from '@/lib/domain/tag-key';

const gaps = /[\s\u0000-\u001F\u007F]+/gu;

/**
 * Parses comma-separated tags: trimmed, without empty, invisible or duplicate tags (the first spelling wins), in
 * order. Tags are truncated to 64 code points; a caller that must reject longer ones checks before.
 */
export const parseTags = (text: string): string[] => (text === '' ? [] : uniqueTags(text.split(',')));

/** What separates tags in a field: the comma of any writing system. */
export const tagSeparator = /[,，、،]/;

/** Parses tags that were typed into a field. */
export const parseTypedTags = (text: string): string[] => uniqueTags(text.split(tagSeparator));

/** Applies the same rules to a list of tags; commas split tags. */
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

/** Joins tags to the form of the contract. */
export const printTags = (tags: readonly string[]): string => tags.join(',');

function normalizeTag(text: string): string {
  if (plainTag.test(text)) return text;
  const tag = text.toWellFormed().replace(gaps, ' ').trim();
  const cut =
    tag.length <= limits.tagLength ? tag : Array.from(tag).slice(0, limits.tagLength).join('').trimEnd();
  return isBlank(cut) ? '' : cut;
}
