import { describe, expect, test } from 'vitest';
import { noKeyDraft } from '@/components/entities/key-field/key-input';
import {
  createBody,
  draftOf,
  emptyDraft,
  updateBody,
  type Draft,
} from '@/components/features/bookmarks/draft';
import { EditorInput } from '@/components/features/bookmarks/editor-input';
import { sampleBookmark } from '@/lib/api/testing/samples';

const collection = '019ab5b2-7c00-7000-8000-000000000001';
const bookmark = sampleBookmark('a', {
  title: 'A page',
  tags: 'one,two',
  favorite: true,
  collections: [{ uuid: collection, name: 'Rust', color: 'b7410e', security: 0 }],
});

/** Returns the values as the form submits them. */
const entered = (draft: Draft) => EditorInput.parse({ ...draft, encrypted: false, key: noKeyDraft });

describe('an edit', () => {
  test('without changes sends nothing', () => {
    expect(updateBody(draftOf(bookmark), bookmark, 'default')).toEqual({});
  });

  test('sends the changed fields, trimmed', () => {
    const draft = { ...draftOf(bookmark), title: ' Another page ', tags: ['two'], favorite: false };
    expect(updateBody(entered(draft), bookmark, 'default')).toEqual({
      title: 'Another page',
      tags: 'two',
      favorite: false,
    });
  });

  test('that removes a bookmark from its last collection adds it to the default one', () => {
    const filed = sampleBookmark('a', {
      collections: [{ uuid: 'rust', name: 'Rust', color: 'b7410e', security: 0 }],
    });
    expect(updateBody({ ...draftOf(filed), collections: [] }, filed, 'default')).toEqual({
      collections: ['default'],
    });
  });
});

describe('a new bookmark', () => {
  test('leaves the collection to the service if none is chosen', () => {
    const body = createBody(entered({ ...emptyDraft, url: ' example.com ' }), 'uuid', false);
    expect(body).toMatchObject({ uuid: 'uuid', url: 'example.com' });
    expect(body).not.toHaveProperty('collections');
    expect(body).not.toHaveProperty('force');
  });

  test('is saved beside one with the same url only if forced', () => {
    expect(createBody(emptyDraft, 'uuid', true).force).toBe(true);
  });
});
