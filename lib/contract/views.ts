import { z } from 'zod';
import { Uuid } from '@/lib/contract/primitives';

/** How a list of bookmarks is laid out. */
export const ListLayout = z.enum(['list', 'compact', 'cards', 'headlines', 'moodboard']);
export type ListLayout = z.infer<typeof ListLayout>;

/** What a row or a card shows besides its title and address. */
export const ListPart = z.enum(['cover', 'description', 'notes', 'tags', 'collections', 'date']);
export type ListPart = z.infer<typeof ListPart>;

export const ListView = z.strictObject({
  layout: ListLayout,
  shows: z.partialRecord(ListLayout, z.array(ListPart).max(ListPart.options.length)).meta({
    description:
      'What the rows or cards of each layout show. Those of a layout that is not listed show its usual parts.',
  }),
});
export type ListView = z.infer<typeof ListView>;

/** What a view is chosen for: the UUID of a space or of a collection, or the results of searches. */
export const ViewPlace = z.union([Uuid, z.literal('search')]);

/** Number of places per account whose view is kept: the ones chosen last. */
export const viewPlacesMax = 200;

export const ListViews = z
  .record(ViewPlace, ListView)
  .refine((views) => Object.keys(views).length <= viewPlacesMax, 'too_long')
  .meta({
    description: `Views by the UUID of a space or a collection, or \`search\`. A collection without one has that of its space. A change keeps those of other places; the last ${viewPlacesMax} are kept.`,
  });
export type ListViews = z.infer<typeof ListViews>;
