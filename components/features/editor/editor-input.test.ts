import { describe, expect, test } from 'vitest';
import { noKeyDraft } from '@/components/entities/key-field/key-input';
import {
  createBody,
  createEncryptedBody,
  decryptedBody,
  type Draft,
  draftOf,
  emptyDraft,
  isAddressTaken,
  isOtherKey,
  isSecretChanged,
  secretOfDraft,
  updateBody,
  updateEncryptedBody,
} from '@/components/entities/bookmark-draft';
import { EditorInput } from '@/components/features/editor/editor-input';
import { sampleBookmark } from '@/lib/api/testing/samples';

const collection = '019ab5b2-7c00-7000-8000-000000000001';
const bookmark = sampleBookmark('a', {
  title: 'A page',
  tags: 'one,two',
  favorite: true,
  collections: [{ uuid: collection, name: 'Rust', color: 'b7410e', icon: null, security: 0 }],
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
      collections: [{ uuid: 'rust', name: 'Rust', color: 'b7410e', icon: null, security: 0 }],
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

describe('encryption', () => {
  const key = 'k'.repeat(32);
  const encrypted = { cipher: 'mw1.new', hint: 'the cat' };
  const draft = { ...emptyDraft, url: ' secret.example/page ', title: ' Secret ', tags: ['one', 'two'] };
  const decrypted = sampleBookmark('a', {
    title: 'Secret',
    encrypted: true,
    cipher: `mw1.${key}rest`,
    hint: 'the cat',
  });
  const editOf = (change = {}, force = false) => ({
    draft: { ...draftOf(decrypted), ...change },
    bookmark: decrypted,
    defaultCollection: 'default',
    force,
  });
  const readable = ['title', 'url', 'description', 'tags'];

  test('encrypted fields have the form in which the service would have stored them', () => {
    expect(secretOfDraft(draft)).toEqual({
      url: 'https://secret.example/page',
      title: 'Secret',
      description: '',
      tags: 'one,two',
    });
  });

  test('an address that the service would reject is rejected by the form', () => {
    expect(isAddressTaken('example.com')).toBe(true);
    expect(isAddressTaken('no address')).toBe(true);
    expect(isAddressTaken('javascript:alert(1)')).toBe(false);
    expect(isAddressTaken('ftp://example.com')).toBe(false);
  });

  test('a new one sends the envelope and nothing readable', () => {
    const body = createEncryptedBody({ ...draft, favorite: true, collections: ['c'] }, 'uuid', encrypted);
    expect(body).toEqual({
      uuid: 'uuid',
      encrypted: true,
      ...encrypted,
      favorite: true,
      collections: ['c'],
    });
    expect(createEncryptedBody(draft, 'uuid', { ...encrypted, hint: '' })).not.toHaveProperty('hint');
  });

  describe('an edit of an encrypted one', () => {
    test('keeps the envelope if its content is unchanged', () => {
      expect(isSecretChanged(editOf({ favorite: true }))).toBe(false);
      expect(updateEncryptedBody(editOf({ favorite: true }), null)).toEqual({ favorite: true });
    });

    test('sends a new envelope with the state it was created from, unless forced', () => {
      const edit = editOf({ title: 'Another title' });
      expect(isSecretChanged(edit)).toBe(true);
      const body = updateEncryptedBody(edit, encrypted);
      expect(body).toEqual({ encrypted: true, cipher: 'mw1.new', updatedAt: decrypted.updatedAt });
      for (const field of readable) expect(body).not.toHaveProperty(field);
      expect(updateEncryptedBody(editOf({}, true), encrypted)).not.toHaveProperty('updatedAt');
    });

    test('has another key if one is chosen, and no key if it is decrypted', () => {
      expect(isOtherKey({ key }, decrypted)).toBe(false);
      expect(isOtherKey({ key: 'other' }, decrypted)).toBe(true);
      expect(isOtherKey({ passphrase: 'typed', create: false }, decrypted)).toBe(true);
      expect(decryptedBody(editOf())).toMatchObject({
        encrypted: false,
        title: 'Secret',
        url: decrypted.url,
      });
      expect(decryptedBody(editOf())).not.toHaveProperty('cipher');
    });
  });

  test('encrypting a readable one sends the envelope with the state it was created from', () => {
    const bookmark = sampleBookmark('a');
    const edit = { draft: draftOf(bookmark), bookmark, defaultCollection: 'default', force: false };
    expect(isSecretChanged(edit)).toBe(true);
    expect(updateEncryptedBody(edit, encrypted)).toEqual({
      encrypted: true,
      ...encrypted,
      updatedAt: bookmark.updatedAt,
    });
  });
});
