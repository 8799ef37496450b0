import { afterEach, describe, expect, test, vi } from 'vitest';
import { reloadIfStale } from '@/components/features/error-reports/error-reports';

afterEach(() => vi.unstubAllGlobals());

describe('the page is loaded again', () => {
  interface Options {
    message?: string;
    name?: string;
    /** Status of the request for the missing file; null without a network. */
    status?: number | null;
    hasDialog?: boolean;
    fields?: readonly string[];
    /** Opens a dialog while the request is pending. */
    opensDialog?: boolean;
    storage?: Pick<Storage, 'getItem' | 'setItem'>;
  }

  const createStorage = (): NonNullable<Options['storage']> => {
    const items = new Map<string, string>();
    return {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
    };
  };

  async function countReloads(options: Options, times = 1): Promise<number> {
    const { status = 404, fields = [], storage = createStorage() } = options;
    const reload = vi.fn();
    let hasDialog = options.hasDialog === true;
    vi.stubGlobal('window', { location: { reload } });
    vi.stubGlobal('sessionStorage', storage);
    vi.stubGlobal('document', {
      querySelector: () => (hasDialog ? {} : null),
      querySelectorAll: () => fields.map((value) => ({ value })),
    });
    vi.stubGlobal('fetch', async (file: string, init: RequestInit) => {
      expect([file, init.method]).toEqual(['/_next/static/chunks/a1.js', 'HEAD']);
      hasDialog ||= options.opensDialog === true;
      if (status === null) throw new TypeError('Failed to fetch');
      return new Response(null, { status });
    });
    const message = options.message ?? 'Failed to load chunk /_next/static/chunks/a1.js from module 71';
    const error = Object.assign(new Error(message), { name: options.name ?? 'ChunkLoadError' });
    for (let time = 0; time < times; time += 1) await reloadIfStale(error);
    return reload.mock.calls.length;
  }

  test('where the file is gone', async () => {
    expect(await countReloads({ fields: ['', ''] })).toBe(1);
  });

  test('once, however often it fails', async () => {
    expect(await countReloads({}, 5)).toBe(1);
  });

  test('again after ten minutes', async () => {
    const storage = createStorage();
    storage.setItem('reloadedAt', String(Date.now() - 590_000));
    expect(await countReloads({ storage })).toBe(0);
    storage.setItem('reloadedAt', String(Date.now() - 610_000));
    expect(await countReloads({ storage })).toBe(1);
  });

  const broken = () => {
    throw new Error('denied');
  };
  test.each<[string, Options]>([
    ['without a network', { status: null }],
    ['where the file is still there', { status: 200 }],
    ['where the server fails', { status: 503 }],
    ['while a dialog is open', { hasDialog: true }],
    ['where a dialog opens meanwhile', { opensDialog: true }],
    ['while a field has text in it', { fields: ['', 'typed'] }],
    ['after another error', { name: 'TypeError' }],
    ['where the file is not named', { message: 'Failed to load' }],
    ['where a loop could not be noticed', { storage: { getItem: broken, setItem: broken } }],
  ])('but not %s', async (_case, options) => {
    expect(await countReloads(options)).toBe(0);
  });
});
