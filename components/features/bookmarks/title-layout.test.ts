import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  byCodePoint,
  firstLocked,
  layOutTitles,
  pieceAt,
  placePiece,
  readablePlace,
  type TitledRow,
  type TitleOrder,
} from '@/components/features/bookmarks/title-layout';

const every = 4;

interface Library {
  readonly order: TitleOrder;
  readonly readable: readonly TitledRow[];
  readonly decrypted: readonly TitledRow[];
  readonly locked: number;
}

const sorted = (rows: readonly TitledRow[], order: TitleOrder): TitledRow[] => {
  const up = [...rows].sort((a, b) => byCodePoint(a.key, b.key) || byCodePoint(a.uuid, b.uuid));
  return order === 'ASC' ? up : up.reverse();
};

function layOut({ order, readable, decrypted, locked }: Library) {
  const rows = sorted(readable, order);
  const fences = rows.filter((_, place) => place % every === 0).map(({ key }) => key);
  const layout = layOutTitles({ fences, every, readable: rows.length, decrypted, locked, order });
  const pageOf = (piece: number) => rows.slice(piece * every, (piece + 1) * every);
  const place = (piece: number) => placePiece(layout, piece, pageOf(piece), order);
  return { layout, pageOf, place };
}

const keys = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '\uFFFD', '😀'), maxLength: 2 });
const rowsOf = (prefix: string, most: number) =>
  fc
    .array(keys, { maxLength: most })
    .map((all) => all.map((key, index) => ({ key, uuid: `${prefix}${String(index).padStart(3, '0')}` })));
const libraries: fc.Arbitrary<Library> = fc.record({
  order: fc.constantFrom('ASC', 'DESC'),
  readable: rowsOf('r', 30),
  decrypted: rowsOf('o', 20),
  locked: fc.nat(5),
});

describe('any library', () => {
  test('has every row at one place, no place with two, and the locked ones behind all others', () => {
    fc.assert(
      fc.property(libraries, (library) => {
        const { layout, place } = layOut(library);
        const placed = layout.starts.flatMap((_, piece) => [...place(piece)]);
        const count = library.readable.length + library.decrypted.length;
        expect(layout.total).toBe(count + library.locked);
        expect(firstLocked(layout)).toBe(count);
        expect(placed.map(([at]) => at)).toEqual(Array.from({ length: count }, (_, at) => at));
        expect(new Set(placed.map(([, { uuid }]) => uuid)).size).toBe(count);
      }),
    );
  });

  test('is in the order of titles, and keeps the order of the service among readable rows', () => {
    fc.assert(
      fc.property(libraries, (library) => {
        const { layout, place } = layOut(library);
        const all = layout.starts.flatMap((_, piece) => [...place(piece).values()]);
        const names = all.map(({ key }) => key);
        const sortedNames = [...names].sort(byCodePoint);
        expect(names).toEqual(library.order === 'ASC' ? sortedNames : sortedNames.reverse());
        const readable = all.filter(({ uuid }) => uuid.startsWith('r'));
        expect(readable).toEqual(sorted(library.readable, library.order));
      }),
    );
  });

  test('shows a piece at the same places whatever else is loaded', () => {
    fc.assert(
      fc.property(libraries, (library) => {
        const { layout, place } = layOut(library);
        layout.starts.forEach((start, piece) => {
          const places = [...place(piece).keys()];
          const end = layout.starts[piece + 1] ?? firstLocked(layout);
          expect(places).toEqual(Array.from({ length: end - start }, (_, index) => start + index));
          for (const at of places) expect(pieceAt(layout, at)).toBe(piece);
        });
      }),
    );
  });
});

const row = (uuid: string, key: string): TitledRow => ({ uuid, key });
const letters = Array.from('bdfhjlnp', (letter) => row(`r-${letter}`, letter));
const namesIn = (placed: Map<number, TitledRow>) => [...placed.values()].map(({ uuid }) => uuid);

test('opened rows stand before readable ones of the same title, across a fence too', () => {
  const decrypted = [row('o-j', 'j'), row('o-b', 'b'), row('o-z', 'z')];
  const { place } = layOut({ order: 'ASC', readable: letters, decrypted, locked: 0 });
  expect(namesIn(place(0))).toEqual(['o-b', 'r-b', 'r-d', 'r-f', 'r-h', 'o-j']);
  expect(namesIn(place(1))).toEqual(['r-j', 'r-l', 'r-n', 'r-p', 'o-z']);
});

test('from Z to A the same holds', () => {
  const decrypted = [row('o-h', 'h'), row('o-q', 'q')];
  const { place } = layOut({ order: 'DESC', readable: letters, decrypted, locked: 2 });
  expect(namesIn(place(0))).toEqual(['o-q', 'r-p', 'r-n', 'r-l', 'r-j', 'o-h']);
  expect(namesIn(place(1))).toEqual(['r-h', 'r-f', 'r-d', 'r-b']);
});

test('a piece whose page is on its way has no rows yet, but its room', () => {
  const { layout } = layOut({ order: 'ASC', readable: letters, decrypted: [row('o-c', 'c')], locked: 0 });
  expect(placePiece(layout, 0, undefined, 'ASC').size).toBe(0);
  expect(layout.starts).toEqual([0, 5]);
  expect(layout.total).toBe(9);
});

test('opened rows alone need no page', () => {
  const decrypted = [row('o-b', 'b'), row('o-a', 'a')];
  const { layout } = layOut({ order: 'ASC', readable: [], decrypted, locked: 3 });
  expect(namesIn(placePiece(layout, 0, undefined, 'ASC'))).toEqual(['o-a', 'o-b']);
  expect(layout.total).toBe(5);
});

test('a page that still has a row that was encrypted and opened meanwhile shows it once', () => {
  const { layout, pageOf } = layOut({
    order: 'ASC',
    readable: letters,
    decrypted: [row('r-d', 'd')],
    locked: 0,
  });
  expect(namesIn(placePiece(layout, 0, pageOf(0), 'ASC')).filter((uuid) => uuid === 'r-d')).toHaveLength(1);
});

test('the pages to ask for are those around a place', () => {
  const decrypted = Array.from({ length: 10 }, (_, index) => row(`o${index}`, 'c'));
  const { layout } = layOut({ order: 'ASC', readable: letters, decrypted, locked: 5 });
  expect(readablePlace(layout, 0)).toBe(0);
  expect(readablePlace(layout, 13)).toBe(3);
  expect(readablePlace(layout, 14)).toBe(4);
  expect(readablePlace(layout, 22)).toBe(7);
});
