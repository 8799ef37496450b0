import type { AskedView, Shelf } from '@/lib/public-page/addresses';
import type { Words } from '@/lib/public-page/words';
import type { Locale } from '@/lib/i18n/locale';

/** How a page is dressed for whoever looks at it. */
export interface Look {
  readonly locale: Locale;
  readonly theme: 'light' | 'dark' | 'system';
  readonly words: Words;
  readonly year: number;
  /** Public origin of the application. */
  readonly origin: string;
}

/** A date, for programs and for people. */
export interface DateView {
  readonly iso: string;
  readonly text: string;
  /** In full. */
  readonly title: string;
}

/** A bookmark as it is shown. */
export interface RowView {
  readonly title: string;
  /** Null for what must not become a link. */
  readonly href: string | null;
  readonly host: string;
  readonly path: string;
  readonly tile: { readonly letter: string; readonly color: string };
  /** Null: the letter alone. */
  readonly icon: string | null;
  readonly date: DateView;
}

/** A page of a public collection as it is shown. */
export interface CollectionView {
  readonly shelf: Shelf;
  readonly asked: AskedView;
  readonly name: string;
  readonly description: string;
  readonly owner: { readonly name: string; readonly initials: string };
  readonly listed: boolean;
  /** Links of the whole collection. */
  readonly count: number;
  readonly updated: DateView;
  readonly rows: readonly RowView[];
  /** Position of the first row, from 1. */
  readonly first: number;
  /** Links that are found, or all. */
  readonly total: number;
  readonly pages: number;
}

/** Whether a search engine may keep this view: its owner wants it, and it is not the answer to a search. */
export const isIndexed = ({ listed, asked }: Pick<CollectionView, 'listed' | 'asked'>): boolean =>
  listed && asked.q === '';
