import { z } from 'zod';
import type { Input } from '@/lib/contract';
import { CreateCollectionInput, type Collection } from '@/lib/contract/collections';
import { limits } from '@/lib/contract/limits';
import { Color, text } from '@/lib/contract/primitives';

const { name, description, icon } = CreateCollectionInput.shape;

/** Values of the collection form. */
export const CollectionInput = z.strictObject({
  name,
  description: description.unwrap(),
  color: Color,
  icon: icon.unwrap(),
  /** The query of a smart collection; null for one that is filled by hand. */
  smart: text(limits.smartQueryLength, 1).nullable(),
  /** Whether pages are copied; `inherit` follows the plan. */
  copies: z.enum(['inherit', 'on', 'off']),
});
export type CollectionDraft = z.infer<typeof CollectionInput>;

/** The default collection has a translated name, which is not validated. */
export const DefaultCollectionInput = CollectionInput.extend({ name: z.string() });

export const copiesOf = ({ keepsCopies }: Pick<Collection, 'keepsCopies'>): CollectionDraft['copies'] =>
  keepsCopies === null ? 'inherit' : keepsCopies ? 'on' : 'off';

export const createBody = (draft: CollectionDraft, uuid: string): Input<'collections.create'>['body'] => ({
  uuid,
  ...trimmed(draft),
  ...(draft.smart !== null && { smart: { query: draft.smart.trim() } }),
});

/** Returns the request body; the name of the default collection is not included. */
export function updateBody(
  draft: CollectionDraft,
  { isDefault, smart, keepsCopies }: Collection,
): Input<'collections.update'>['body'] {
  const { name, ...texts } = trimmed(draft);
  const chosen = draft.copies === 'inherit' ? null : draft.copies === 'on';
  const rest = { ...texts, ...(chosen !== keepsCopies && { keepsCopies: chosen }) };
  if (isDefault) return rest;
  const query = draft.smart?.trim() ?? '';
  // Unchanged rules do not require the plan feature.
  return { name, ...rest, ...(smart !== null && query !== smart.query && { smart: { query } }) };
}

const trimmed = ({ name, description, color, icon }: CollectionDraft) => ({
  name: name.trim(),
  description: description.trim(),
  color,
  icon,
});
