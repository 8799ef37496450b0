import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { longList, Uuid } from '@/lib/contract/primitives';

const uuid = (index: number): string => `0197a3b0-0000-7000-8000-${String(index).padStart(12, '0')}`;
const uuids = Array.from({ length: 20_000 }, (_, index) => uuid(index));
const list = longList(Uuid, 20_000);

describe('a long list', () => {
  test('is parsed like an array', () => {
    expect(list.parse(uuids.map((one) => one.toUpperCase()))).toEqual(uuids);
    expect(list.safeParse([]).error?.issues).toMatchObject([{ message: 'required' }]);
    expect(list.safeParse('x').error?.issues).toMatchObject([{ code: 'invalid_type', path: [] }]);
    expect(longList(Uuid, 5, { min: 0 }).parse([])).toEqual([]);
    expect(z.strictObject({ list: list.optional() }).parse({})).toEqual({});
  });

  test('is counted before its items are validated', () => {
    const { error } = list.safeParse(Array(250_000).fill({}));
    expect(error?.issues).toMatchObject([{ message: 'too_many_bookmarks', path: [] }]);
  });

  test('has the issues of its first invalid items, and not those of all of them', () => {
    const mixed = [...uuids.slice(0, 500), ...Array<string>(19_500).fill('x')];
    const { error } = list.safeParse(mixed);
    expect(error?.issues[0]).toMatchObject({ message: 'invalid_uuid', path: [500] });
    expect(error?.issues.length).toBeGreaterThanOrEqual(50);
    expect(error?.issues.length).toBeLessThanOrEqual(200);
  });
});
