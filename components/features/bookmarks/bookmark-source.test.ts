import { expect, test } from 'vitest';
import { pageOptions } from '@/components/features/bookmarks/bookmark-source';

test('a tag of encrypted bookmarks is not part of any query', () => {
  const tag = { kind: 'tag', name: 'quiet', sort: 'title-ASC' } as const;
  expect(JSON.stringify(pageOptions(tag, 1).queryKey)).toContain('quiet');
  expect(JSON.stringify(pageOptions({ ...tag, isEncrypted: true }, 1).queryKey)).not.toContain('quiet');
});
