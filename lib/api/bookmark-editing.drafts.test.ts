import { expect, test } from 'vitest';
import { editBookmark } from '@/lib/api/bookmark-editing';
import { sampleBookmark } from '@/lib/api/testing/samples';

const now = '2026-01-02T00:00:00.000Z';
const hidden = { title: null, url: null, domain: null, path: null, description: null, tags: '' };
const plain = sampleBookmark('a', { description: 'About it', tags: 'one' });
const encryptedOne = sampleBookmark('a', { ...hidden, encrypted: true, cipher: 'mw1.old', hint: 'the cat' });
const edit = (bookmark: typeof plain, body: Parameters<typeof editBookmark>[1]) =>
  editBookmark(bookmark, body, [], now);

test('an encrypted bookmark contains no plaintext', () => {
  expect(edit(plain, { encrypted: true, cipher: 'mw1.new', hint: 'the dog' })).toEqual({
    ...plain,
    ...hidden,
    encrypted: true,
    cipher: 'mw1.new',
    hint: 'the dog',
    updatedAt: now,
  });
});

test('an encrypted bookmark keeps its envelope and hint when other fields change', () => {
  expect(edit(encryptedOne, { highlighted: true })).toEqual({
    ...encryptedOne,
    highlighted: true,
    updatedAt: now,
  });
  expect(edit(encryptedOne, { encrypted: true, cipher: 'mw1.new' })).toMatchObject({
    cipher: 'mw1.new',
    hint: 'the cat',
  });
});

test('a decrypted bookmark has the fields of a plain one', () => {
  const body = { encrypted: false, title: 'A page', url: 'https://example.com/a', tags: 'one' };
  expect(edit(encryptedOne, body)).toMatchObject({
    encrypted: false,
    cipher: null,
    hint: null,
    title: 'A page',
    domain: 'example.com',
    tags: 'one',
  });
});
