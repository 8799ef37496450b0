import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookmarkAddress, bookmarkTitle, maskedText, trashExpiry } from '@/components/entities/bookmark-text';

const book = { url: 'https://www.example.org/a/b?c#d', domain: 'example.org', path: '/a/b?c#d' };

test('an address is host and path', () => {
  expect(bookmarkAddress(book)).toEqual({ host: 'example.org', path: '/a/b?c#d' });
  expect(bookmarkAddress({ url: 'https://example.org', domain: 'example.org', path: '' })).toEqual({
    host: 'example.org',
    path: '',
  });
});

test('an internationalized host is shown in its own letters', () => {
  const url = 'https://xn--mnchen-3ya.example/bier';
  const address = bookmarkAddress({ url, domain: 'xn--mnchen-3ya.example', path: '/bier' });
  expect(address).toEqual({ host: 'münchen.example', path: '/bier' });
});

test('a link that is not a web link is shown unchanged', () => {
  expect(bookmarkAddress({ url: 'javascript:alert(1)', domain: '', path: '' }).host).toBe(
    'javascript:alert(1)',
  );
});

test('an address that is only a scheme is not blank', () => {
  expect(bookmarkTitle({ url: 'https://', domain: '', path: '', title: '' })).toBe('https://');
});

test('host and path together are cut to 60 characters', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 90 }), fc.string({ maxLength: 90 }), (domain, path) => {
      const shown = bookmarkAddress({ url: `https://${domain}${path}`, domain, path });
      const whole = domain + path;
      expect((shown.host + shown.path).length).toBe(Math.min(60, whole.length));
      if (whole.length <= 60) expect(shown.host + shown.path).toBe(whole);
      else expect(shown.host + shown.path).toMatch(/…$/);
    }),
  );
});

test('a bookmark without a title is named by its address', () => {
  expect(bookmarkTitle({ ...book, title: 'A page' })).toBe('A page');
  expect(bookmarkTitle({ ...book, title: '' })).toBe('example.org/a/b?c#d');
  expect(bookmarkTitle({ url: null, domain: null, path: null, title: null })).toBe('');
});

test('masked text has 8 to 23 asterisks and stays the same for one bookmark', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const { title, url } = maskedText(uuid);
      expect(title).toMatch(/^\*{8,23}$/);
      expect(url).toMatch(/^\*{8,23}$/);
      expect(maskedText(uuid)).toEqual({ title, url });
    }),
  );
});

describe('the expiry of a bookmark in the trash', () => {
  test.each([
    ['2026-11-23T12:00:00.000Z', 30, 'just deleted'],
    ['2026-11-23T11:59:59.999Z', 30, 'a moment ago'],
    ['2026-11-22T12:00:00.000Z', 29, 'a day ago'],
    ['2026-10-24T12:00:01.000Z', 1, 'a second before the purge'],
    ['2026-10-24T12:00:00.000Z', 0, 'due'],
    ['2026-01-01T00:00:00.000Z', 0, 'overdue'],
    ['2026-11-23T12:05:00.000Z', 30, 'by a server whose clock is ahead'],
  ])('%s: %i days left (%s)', (deletedAt, daysLeft) => {
    expect(trashExpiry(deletedAt, new Date('2026-11-23T12:00:00.000Z')).daysLeft).toBe(daysLeft);
  });

  test('is thirty days after the deletion', () => {
    expect(trashExpiry('2026-11-01T08:30:00.000Z', new Date()).iso).toBe('2026-12-01T08:30:00.000Z');
  });
});
