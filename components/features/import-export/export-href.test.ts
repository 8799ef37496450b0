import { expect, test } from 'vitest';
import {
  exportFormats,
  exportHref,
  exportOptions,
} from '@/components/features/import-export/export-decrypted';
import { ExportQuery } from '@/lib/contract/imports';

const space = '0193d0a0-7c00-7000-8000-000000000001';

test('every choice is sent to the service unchanged', () => {
  for (const format of exportFormats) {
    for (const chosen of exportOptions) {
      const choice = { collections: false, tags: false, metadata: false, encrypted: false, [chosen]: true };
      const { pathname, searchParams } = new URL(exportHref(format, choice, space), 'http://localhost');
      expect(pathname).toBe('/v1/bookmarks/export');
      expect(ExportQuery.parse(Object.fromEntries(searchParams))).toEqual({ format, ...choice, space });
    }
  }
});
