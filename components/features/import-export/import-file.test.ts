import { expect, test } from 'vitest';
import { checkFile, isReadable, rememberedImport } from '@/components/features/import-export/import-file';
import { serviceLimits } from '@/lib/contract/service-limits';

test('an empty file holds no bookmarks, and one over the limit is not sent', () => {
  expect(checkFile({ size: serviceLimits.importBytes })).toBeNull();
  expect(checkFile({ size: 0 })).toBe('IMPORT_INVALID_FILE');
  expect(checkFile({ size: serviceLimits.importBytes + 1 })).toBe('BODY_TOO_LARGE');
});

test('a removed file is distinguished from a readable one', async () => {
  const gone = new Blob(['x']);
  gone.slice = () =>
    ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }) as never;
  await expect(isReadable(new Blob(['<DL>']))).resolves.toBe(true);
  await expect(isReadable(gone)).resolves.toBe(false);
});

test('an import is remembered until it is cleared', () => {
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
