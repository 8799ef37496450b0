import { expect, test } from 'vitest';
import { rememberedImport } from '@/components/features/import-export/import-file';

test('an import is remembered until it is forgotten', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const memory = rememberedImport(store, 'ada');
  expect(memory.get()).toBeNull();
  memory.set('import-1');
  expect(memory.get()).toBe('import-1');
  expect(rememberedImport(store, 'grace').get()).toBeNull();
  memory.clear();
  expect(memory.get()).toBeNull();
});

test('missing or failing storage has no effect', () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const store of [null, { getItem: refuse, setItem: refuse, removeItem: refuse }]) {
    const memory = rememberedImport(store, 'ada');
    expect(memory.get()).toBeNull();
    expect(() => memory.set('import-1')).not.toThrow();
    expect(() => memory.clear()).not.toThrow();
  }
});
