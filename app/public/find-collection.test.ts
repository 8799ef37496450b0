import { expect, it } from 'vitest';
import { findCollection } from '@/app/public/find-collection';
import { samplePage, sampleUuid } from '@/components/features/public/testing/sample-collection';
import type { CallFunction } from '@/lib/api/request';

const wanted = { uuid: sampleUuid, slug: 'night-trains-of-europe', q: '', page: 1 };

function find(change: Partial<typeof wanted>, count = 120) {
  const inputs: unknown[] = [];
  const call = (_: string, input: unknown) => {
    inputs.push(input);
    return Promise.resolve(samplePage({ count }));
  };
  return { inputs, found: findCollection(call as CallFunction, { ...wanted, ...change }) };
}

it('finds no page beyond the last, and the first even of an empty collection', async () => {
  expect(await find({ page: 3 }).found).not.toBeNull();
  expect(await find({ page: 4 }).found).toBeNull();
  expect(await find({}, 0).found).not.toBeNull();
});

it('passes operators on as plain words', () => {
  expect(find({ q: 'is:encrypted @work', page: 2 }).inputs).toEqual([
    {
      params: { uuid: sampleUuid, slug: wanted.slug },
      query: { size: 50, page: 2, q: 'is:encrypted @work' },
    },
  ]);
});

it('never puts anything but a slug into the path of a call', () => {
  expect(find({ slug: '../../etc/passwd' }).inputs).toMatchObject([{ params: { slug: 'collection' } }]);
});
