import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** A bookmark of the library on which the cases run. Ids are in the order of the library. */
export interface ScopeBookmark extends Partial<
  Pick<Bookmark, 'favorite' | 'highlighted' | 'later' | 'broken' | 'encrypted' | 'visits'>
> {
  /** Identifies it in the cases. */
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly tags?: readonly string[];
  /** Names of its collections; the default one without any. */
  readonly collections?: readonly string[];
  readonly createdAt: string;
  readonly lastAccessedAt?: string;
  readonly readAt?: string;
  readonly order: string;
  readonly isTrashed?: boolean;
}

/** `a` and `c`, and `b` and `locked`, were saved at the same time. */
export const scopeLibrary: readonly ScopeBookmark[] = [
  {
    name: 'a',
    title: 'Zebra',
    url: 'https://www.a.example/zebra',
    tags: ['Red'],
    favorite: true,
    createdAt: '2026-01-05T00:00:00.000Z',
    lastAccessedAt: '2026-02-01T00:00:00.000Z',
    order: 'a3',
  },
  {
    name: 'b',
    title: 'Água viva',
    url: 'https://b.example/',
    tags: ['red', 'Wide open'],
    collections: ['One'],
    highlighted: true,
    createdAt: '2026-01-04T00:00:00.000Z',
    order: 'a1',
  },
  {
    name: 'c',
    title: 'agua viva',
    url: 'https://c.example/',
    collections: ['One', 'Two'],
    createdAt: '2026-01-05T00:00:00.000Z',
    order: 'Zz',
  },
  {
    name: 'untitled',
    title: '',
    url: 'https://mid.example/page',
    broken: true,
    later: true,
    createdAt: '2026-01-03T00:00:00.000Z',
    order: 'a0V',
  },
  {
    name: 'underscore',
    title: '_x',
    url: 'https://a.example:8080/',
    collections: ['Two'],
    createdAt: '2026-01-02T00:00:00.000Z',
    lastAccessedAt: '2026-01-20T00:00:00.000Z',
    order: 'a2',
  },
  {
    name: 'rocket',
    title: '🚀 launch',
    url: 'https://rocket.example/',
    createdAt: '2026-01-01T12:00:00.000Z',
    order: 'a4',
  },
  {
    name: 'unit',
    title: '\uFFFD odd',
    url: 'https://odd.example/',
    createdAt: '2026-01-01T11:00:00.000Z',
    order: 'a5',
  },
  {
    name: 'locked',
    title: 'Able',
    url: 'https://a.example/able',
    tags: ['red'],
    favorite: true,
    encrypted: true,
    later: true,
    createdAt: '2026-01-04T00:00:00.000Z',
    readAt: '2026-02-02T00:00:00.000Z',
    order: 'a6',
  },
  {
    name: 'locked too',
    title: 'Zoo',
    url: 'https://zoo.example/',
    collections: ['One'],
    encrypted: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastAccessedAt: '2026-01-25T00:00:00.000Z',
    order: 'a7',
  },
  {
    name: 'trashed',
    title: 'Bin',
    url: 'https://a.example/bin',
    tags: ['Red'],
    collections: ['One'],
    favorite: true,
    createdAt: '2026-01-06T00:00:00.000Z',
    order: 'a8',
    isTrashed: true,
  },
  {
    name: 'trashed and locked',
    title: 'Cave',
    url: 'https://cave.example/',
    encrypted: true,
    createdAt: '2026-01-07T00:00:00.000Z',
    order: 'a9',
    isTrashed: true,
  },
];

/** A list query, in which `collection` is a name. */
export type ScopeQuery = Omit<NonNullable<Input<'bookmarks.list'>['query']>, 'page' | 'cursor' | 'size'>;

/** Queries with the names of their bookmarks, in order. */
export const scopeCases: readonly (readonly [ScopeQuery, ...names: string[]])[] = [
  [{}, 'c', 'a', 'locked', 'b', 'untitled', 'underscore', 'rocket', 'unit', 'locked too'],
  [
    { sortOrder: 'ASC' },
    ...['locked too', 'unit', 'rocket', 'underscore', 'untitled', 'b', 'locked', 'a', 'c'],
  ],
  [
    { sortField: 'title', sortOrder: 'ASC' },
    ...['underscore', 'b', 'c', 'untitled', 'a', 'unit', 'rocket', 'locked', 'locked too'],
  ],
  [
    { sortField: 'title', sortOrder: 'DESC' },
    ...['rocket', 'unit', 'a', 'untitled', 'c', 'b', 'underscore', 'locked too', 'locked'],
  ],
  [
    { sortField: 'last_accessed', sortOrder: 'DESC' },
    ...['a', 'locked too', 'underscore', 'locked', 'unit', 'rocket', 'untitled', 'c', 'b'],
  ],
  [
    { sortField: 'last_accessed', sortOrder: 'ASC' },
    ...['b', 'c', 'untitled', 'rocket', 'unit', 'locked', 'underscore', 'locked too', 'a'],
  ],
  [
    { sortField: 'order', sortOrder: 'ASC' },
    ...['c', 'untitled', 'b', 'underscore', 'a', 'rocket', 'unit', 'locked', 'locked too'],
  ],
  [{ favorite: true }, 'a', 'locked'],
  [{ favorite: false }, 'c', 'b', 'untitled', 'underscore', 'rocket', 'unit', 'locked too'],
  [{ highlighted: true }, 'b'],
  [{ highlighted: false, encrypted: false }, 'c', 'a', 'untitled', 'underscore', 'rocket', 'unit'],
  [{ later: true }, 'locked', 'untitled'],
  [{ later: false, encrypted: true }, 'locked too'],
  [{ read: true }, 'locked'],
  [{ read: false, later: true }, 'untitled'],
  [{ broken: true }, 'untitled'],
  [{ broken: false, collection: 'Two' }, 'c', 'underscore'],
  [{ encrypted: true }, 'locked', 'locked too'],
  [{ tag: 'RED' }, 'a', 'b'],
  [{ tag: 'wide open' }, 'b'],
  [{ tag: 'wide' }],
  [{ domain: 'www.A.example' }, 'a'],
  [{ domain: 'a.example:8080' }, 'underscore'],
  [{ collection: 'One' }, 'c', 'b', 'locked too'],
  [{ collection: 'One', trash: true }, 'trashed'],
  [{ uncollected: true }, 'a', 'locked', 'untitled', 'rocket', 'unit'],
  [{ uncollected: false }, 'c', 'b', 'underscore', 'locked too'],
  [{ trash: true }, 'trashed and locked', 'trashed'],
  [{ trash: true, sortField: 'title', sortOrder: 'ASC' }, 'trashed', 'trashed and locked'],
  [{ trash: true, favorite: true, tag: 'red' }, 'trashed'],
];
