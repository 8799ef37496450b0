import { fakeBrowser } from '@/extension/testing/fake-browser';
import { beforeEach, expect, test } from 'vitest';
import { readStored, storedValue } from '@/extension/lib/stored-value';

beforeEach(() => fakeBrowser.reset());

const color = storedValue<string | null>('color', null);
const size = storedValue('size', 1);

test('a value is read alone or with others, as the fallback while there is none', async () => {
  expect([await color.get(), size.in(await readStored())]).toEqual([null, 1]);
  await color.set('red');
  await size.set(2);
  const stored = await readStored();
  expect([color.in(stored), size.in(stored), await color.get()]).toEqual(['red', 2, 'red']);
  await color.remove();
  expect(await color.get()).toBeNull();
});

test('a change is told with the earlier value, until the listener stops; other keys and areas are not', async () => {
  const told: unknown[] = [];
  const stop = size.watch((value, earlier) => told.push([value, earlier]));
  await color.set('red');
  await fakeBrowser.storage.session.set({ size: 9 });
  await size.set(2);
  await size.remove();
  stop();
  await size.set(3);
  expect(told).toEqual([
    [2, 1],
    [1, 2],
  ]);
});
