import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { Highlight } from '@/lib/contract/highlights';
import {
  filterAnnotations,
  loadOfflineAnnotations,
  withPages,
  type OfflineAnnotationFilter,
} from '@/lib/offline/offline-annotations';
import { saveOfflineLibrary } from '@/lib/offline/offline-store';
import { saveOfflineText } from '@/lib/offline/offline-texts';
import { sampleLibrary, sampleSpace } from '@/lib/offline/testing/sample-library';

const text = { html: '<p>Text</p>', byline: '', language: 'en', minutes: 1, copiedAt: null };

const annotation = (uuid: string, bookmark: string, more: Partial<Highlight> = {}): Highlight => ({
  ...{ uuid, bookmark, quote: uuid, prefix: '', suffix: '', start: null, end: null, textHash: null },
  ...{ color: 'yellow', note: '', tags: '', createdAt: '', updatedAt: '', ...more },
});

const library = sampleLibrary('ada', {
  spaces: [
    sampleSpace('home', { bookmarks: [sampleBookmark('trains'), sampleBookmark('secret')] }),
    sampleSpace('work', { bookmarks: [sampleBookmark('ferries'), sampleBookmark('unread')] }),
  ],
});

test('the annotations of kept texts have their pages, without encrypted and deleted ones', async () => {
  await saveOfflineLibrary(library);
  expect(await loadOfflineAnnotations()).toEqual([]);
  for (const bookmark of ['trains', 'secret', 'ferries'])
    await saveOfflineText('ada', bookmark, { text, annotations: [annotation(`of ${bookmark}`, bookmark)] });
  const kept = await loadOfflineAnnotations();
  const later = [
    sampleSpace('home', {
      bookmarks: [sampleBookmark('trains'), sampleBookmark('secret', { encrypted: true })],
    }),
  ];
  const shown = (spaces = library.spaces) =>
    withPages(kept, { spaces }).map(({ uuid, page }) => [uuid, page.title]);
  expect(shown()).toEqual([
    ['of ferries', 'ferries'],
    ['of secret', 'secret'],
    ['of trains', 'trains'],
  ]);
  expect(shown(later)).toEqual([['of trains', 'trains']]);
});

const all = withPages(
  [
    annotation('Zürich', 'trains', { createdAt: '2026-01-02', color: 'blue' }),
    annotation('Oslo', 'trains', { createdAt: '2026-01-03', note: 'by Night' }),
    annotation('Turku', 'ferries', { createdAt: '2026-01-01', tags: 'Night,boat' }),
  ],
  library,
);
const everything = { query: '', color: null, collection: null, tag: null, order: 'DESC' } as const;

test.each<[Partial<OfflineAnnotationFilter>, string[]]>([
  [{}, ['Oslo', 'Zürich', 'Turku']],
  [{ order: 'ASC' }, ['Turku', 'Zürich', 'Oslo']],
  [{ query: 'zurich TRAINS' }, ['Zürich']],
  [{ query: 'night' }, ['Oslo', 'Turku']],
  [{ query: 'night oslo' }, ['Oslo']],
  [{ color: 'blue' }, ['Zürich']],
  [{ tag: 'night' }, ['Turku']],
  [{ tag: 'nigh' }, []],
  [{ collection: 'default' }, ['Oslo', 'Zürich', 'Turku']],
  [{ collection: 'other' }, []],
])('%j shows %j', (filter, uuids) => {
  expect(filterAnnotations(all, { ...everything, ...filter }).map(({ uuid }) => uuid)).toEqual(uuids);
});
