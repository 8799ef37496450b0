import { limits } from '@/lib/contract/limits';
import type { TagCount } from '@/lib/contract/schemas/tag';
import { tagKey } from '@/lib/domain/tag-key';

export type NameProblem = 'comma' | 'tooLong' | 'slashSpelling';

export interface NameCheck {
  readonly problem: NameProblem | null;
  /** The other tag that has the name already. */
  readonly merges: TagCount | null;
  /** There is nothing to do: no name, or the one that the tag has. */
  readonly isIdle: boolean;
}

/** What a new name of a tag means, while it is typed. */
export function checkName(from: string, typed: string, tags: readonly TagCount[]): NameCheck {
  const name = typed.trim();
  const isSpelling = tagKey(name) === tagKey(from);
  const known = isSpelling ? undefined : tags.find((tag) => tagKey(tag.name) === tagKey(name));
  return {
    problem: problemOf(from, name, isSpelling),
    merges: known ?? null,
    isIdle: name === '' || name === from,
  };
}

function problemOf(from: string, name: string, isSpelling: boolean): NameProblem | null {
  if (name.includes(',')) return 'comma';
  if (Array.from(name).length > limits.tagLength) return 'tooLong';
  return isSpelling && name !== from && needsDetour(from) ? 'slashSpelling' : null;
}

/**
 * Whether a tag cannot be named in the path of a call, where a slash or a lone dot would lead elsewhere: its bookmarks
 * get the new tag and then lose the old one.
 */
export const needsDetour = (name: string): boolean => /[/\\]|^\.{1,2}$/.test(name);
