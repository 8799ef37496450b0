import type { Account } from '@/lib/contract/account';
import type { ListLayout, ListPart, ListView } from '@/lib/contract/views';

/** All layouts, in the order of their keys, `1` to `5`. */
export const listLayouts = [
  'list',
  'compact',
  'cards',
  'headlines',
  'moodboard',
] as const satisfies readonly ListLayout[];

/** All parts, in menu order. */
export const listParts = [
  'cover',
  'description',
  'notes',
  'tags',
  'collections',
  'date',
] as const satisfies readonly ListPart[];

/** What each layout shows until its parts are chosen. */
const usualParts: Readonly<Record<ListLayout, readonly ListPart[]>> = {
  list: ['collections', 'date'],
  compact: ['collections', 'date'],
  cards: ['cover', 'tags', 'collections', 'date'],
  headlines: ['date'],
  moodboard: ['cover'],
};

/** Whether a layout has several columns. */
export const isGrid = (layout: ListLayout): boolean => layout === 'cards' || layout === 'moodboard';

/** The view of a list. */
export interface ShownView extends ListView {
  /** The place that it is chosen for. */
  readonly place: string;
  /** What its rows or cards show. */
  readonly parts: readonly ListPart[];
}

type Chosen = Pick<Account, 'space'> & { preferences: Pick<Account['preferences'], 'views' | 'rowTags'> };

/** Returns the view of a place, by default that of the current space; searches have one of their own. */
export function viewOf({ space, preferences }: Chosen, place = space): ShownView {
  const { views, rowTags } = preferences;
  const view = views[place] ??
    (place === 'search' ? undefined : views[space]) ?? { layout: 'list', shows: {} };
  const { layout, shows } = view;
  const usual = usualParts[layout];
  return {
    ...view,
    place,
    parts: shows[layout] ?? (rowTags && layout === 'list' ? [...usual, 'tags'] : usual),
  };
}
