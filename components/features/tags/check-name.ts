import { limits } from '@/lib/contract/limits';
import type { TagCount } from '@/lib/contract/schemas/tag';
import { tagKey } from '@/lib/domain/tag-key';

export type NameProblem = 'comma' | 'tooLong';

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
    problem: problemOf(name),
    merges: known ?? null,
    isIdle: name === '' || name === from,
  };
}

function problemOf(name: string): NameProblem | null {
  if (name.includes(',')) return 'comma';
  return Array.from(name).length > limits.tagLength ? 'tooLong' : null;
}
