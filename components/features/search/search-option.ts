import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionSummary } from '@/lib/contract/collections';
import type { SearchResult } from '@/lib/contract/search';
import type { SearchMatch } from '@/lib/contract/search';

/** A name that can be used in a search after its sign. */
export interface NameOption {
  readonly kind: 'name';
  readonly sign: '@' | '#';
  readonly name: string;
  /** The condition in the search grammar. */
  readonly condition: string;
  /** Color of a collection; null for the default one, which has none. */
  readonly color?: string | null;
  readonly icon?: string | null;
  readonly count: number;
  /** Uuid of the space that the search is limited to with it: of one of several default collections. */
  readonly space?: string;
}

/** Another space with hits. */
export type FoundSpace = SearchResult['spaces'][number];

/** Returns the space of a hit; undefined for the current one. */
export const spaceOfHit = (spaces: readonly FoundSpace[] = [], uuid: string): FoundSpace | undefined =>
  spaces.find(({ hits }) => hits.includes(uuid));

/** Actions to offer if a search has few or no results. */
export type Alternative =
  /** Search for similar existing words. */
  | { readonly kind: 'suggestion'; readonly text: string }
  /** Search for the words as typed, without the conditions understood from them. */
  | { readonly kind: 'words' }
  /** See the plan that understands plain words. */
  | { readonly kind: 'upgrade' }
  /** Omit the collections, or every condition. */
  | { readonly kind: 'everywhere' | 'conditions'; readonly text: string }
  /** Save the page whose address was typed. */
  | { readonly kind: 'add'; readonly url: string };

/** All options of the modal in one list, for the arrow keys and Enter. */
export type SearchOption =
  | NameOption
  | {
      readonly kind: 'bookmark';
      readonly bookmark: Bookmark;
      readonly match: SearchMatch | undefined;
      /** Whether it matches the query only in part. */
      readonly isClosest: boolean;
      /** Its space, if that is not the current one. */
      readonly space: FoundSpace | undefined;
    }
  | { readonly kind: 'all'; readonly total: number }
  | {
      readonly kind: 'collection';
      readonly collection: CollectionSummary;
      readonly space: FoundSpace | undefined;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly isRecent: boolean;
      readonly detail?: string;
    }
  | { readonly kind: 'alternative'; readonly alternative: Alternative };

export const optionKey = (option: SearchOption): string => {
  switch (option.kind) {
    case 'name':
      return `${option.sign}${option.name}`;
    case 'collection':
      return `collection ${option.collection.uuid}`;
    case 'bookmark':
      return `bookmark ${option.bookmark.uuid}`;
    case 'all':
      return 'all';
    case 'text':
      return `${option.isRecent ? 'recent' : 'example'} ${option.text}`;
    case 'alternative':
      return `alternative ${option.alternative.kind}`;
  }
};

export interface SearchListProps {
  /** Id of the listbox; options have it with their index appended. */
  id: string;
  options: readonly SearchOption[];
  /** Index of the active option, -1 for none. */
  active: number;
  onChoose: (option: SearchOption) => void;
}

/** Returns the props of an option of the list. The focus stays in the field, and keys are handled there. */
export const optionProps = (
  { id, active, onChoose }: Omit<SearchListProps, 'options'>,
  option: SearchOption,
  index: number,
) => ({
  id: `${id}-${index}`,
  role: 'option' as const,
  'aria-selected': index === active,
  onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  onClick: () => onChoose(option),
});
export type OptionProps = ReturnType<typeof optionProps>;
