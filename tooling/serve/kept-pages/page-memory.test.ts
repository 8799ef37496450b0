import { expect, test } from 'vitest';
import { PageMemory } from './page-memory';

const page = (name: string, size = 10) => ({ name, size });

test('pages that were not asked for the longest make room', () => {
  const memory = new PageMemory<{ name: string; size: number }>(30);
  for (const name of ['a', 'b', 'c']) memory.set(name, page(name));
  expect(memory.get('a')?.name).toBe('a');
  memory.set('d', page('d'));
  expect(['a', 'b', 'c', 'd'].filter((key) => memory.get(key))).toEqual(['a', 'c', 'd']);
  expect(memory.bytes).toBe(30);
});

test('however much is kept, replaced and forgotten, the bytes stay within bounds and are counted right', () => {
  const memory = new PageMemory<{ name: string; size: number }>(1_000);
  for (let step = 0; step < 2_000; step += 1) {
    const key = String((step * 7) % 23);
    if (step % 5 === 0) memory.delete(key);
    else memory.set(key, page(key, (step * 31) % 400));
    expect(memory.bytes).toBeLessThanOrEqual(1_000);
  }
  const kept = Array.from({ length: 23 }, (_, key) => memory.get(String(key))?.size ?? 0);
  expect(memory.bytes).toBe(kept.reduce((sum, size) => sum + size, 0));
});

test('a page that is larger than all the room is not kept, and pushes nothing out', () => {
  const memory = new PageMemory<{ name: string; size: number }>(30);
  memory.set('a', page('a'));
  memory.set('large', page('large', 31));
  expect([memory.get('a')?.name, memory.get('large')]).toEqual(['a', undefined]);
});
