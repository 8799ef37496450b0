import type { Input } from '@/lib/contract';
import type { Collection } from '@/lib/contract/schemas/collection';

/** What stands in the form. */
export interface CollectionDraft {
  readonly name: string;
  readonly description: string;
  /** Six hexadecimal digits. */
  readonly color: string;
}

export const createBody = (draft: CollectionDraft, uuid: string): Input<'collections.create'>['body'] => ({
  uuid,
  ...trimmed(draft),
});

/** The default collection has a name of its own in every language, which is not sent back to it. */
export function updateBody(
  draft: CollectionDraft,
  { isDefault }: Collection,
): Input<'collections.update'>['body'] {
  const { name, ...rest } = trimmed(draft);
  return isDefault ? rest : { name, ...rest };
}

const trimmed = ({ name, description, color }: CollectionDraft) => ({
  name: name.trim(),
  description: description.trim(),
  color,
});
