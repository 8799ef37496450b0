import type { Input } from '@/lib/contract';
import type { Collection } from '@/lib/contract/collections';
import { plainColor } from '@/lib/domain/plain-color';

/** The collection that a creation will answer, as far as it can be known before. */
export const draftCollection = (
  {
    uuid = '',
    name,
    description = '',
    color = plainColor,
    security = 0,
    listed = false,
    smart,
  }: Input<'collections.create'>['body'],
  now: string,
): Collection => ({
  uuid,
  name: name.trim(),
  description,
  color,
  security,
  isDefault: false,
  shareUrl: null,
  listed,
  slug: '',
  smart: smart ?? null,
  count: 0,
  createdAt: now,
  updatedAt: now,
});

/** A collection with the fields of an edit in the place of its own. */
export const editCollection = (
  collection: Collection,
  body: Input<'collections.update'>['body'],
  now: string,
): Collection => {
  const { name = collection.name, description = collection.description } = body;
  const { color = collection.color, smart = collection.smart } = body;
  const { security = collection.security } = body;
  const listed = security === 1 && (body.listed ?? collection.listed);
  return { ...collection, name: name.trim(), description, color, security, listed, smart, updatedAt: now };
};
