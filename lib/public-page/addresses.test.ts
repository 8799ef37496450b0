import { describe, expect, it } from 'vitest';
import { filePath, iconPath, readAsked, slugForCall, viewPath } from '@/lib/public-page/addresses';

const uuid = '0190a5d0-ac96-774b-bcce-0123456789ab';
const shelf = { uuid, slug: 'night-trains' };

describe('an address of a public collection', () => {
  it('is read', () => {
    expect(readAsked(`/public/${uuid}/night-trains?q=+two%20words+&page=3&lang=pt-BR&utm_source=x`)).toEqual({
      ...shelf,
      q: 'two words',
      page: 3,
      lang: 'pt-BR',
      isExact: true,
    });
  });

  it.each(['', '0', '-1', '1.5', '1e3', '01', 'x', '99999999', '٣'])('has no page %j', (page) => {
    expect(readAsked(`/public/${uuid}/night-trains?page=${encodeURIComponent(page)}`)).toBeNull();
  });

  it.each([
    '1',
    'abc',
    '..',
    `${uuid}%20`,
    `{${uuid}}`,
    uuid.replaceAll('-', ''),
    '00000000-0000-0000-0000-00000000000g',
    'x'.repeat(10_000),
    '%00',
  ])('does not begin with %j', (segment) => {
    expect(readAsked(`/public/${segment}/night-trains`)).toBeNull();
  });

  it('may be written in upper case, but is not exact then', () => {
    expect(readAsked(`/public/${uuid.toUpperCase()}/night-trains`)).toMatchObject({ uuid, isExact: false });
  });

  // Guarantee: of a path only a slug becomes part of a call, so that none can climb to another call.
  it.each([
    '..%2f..%2fetc%2fpasswd',
    '..%09',
    'a%20b',
    '%00',
    '%E0%A4%A',
    'evil.com',
    '127.0.0.1',
    'night-trains.',
    'x'.repeat(300),
    '',
  ])('with %j in place of the slug asks for the collection under a plain word', (segment) => {
    const asked = readAsked(`http://here/public/${uuid}/${segment}`);
    expect(asked && slugForCall(asked.slug)).toBe('collection');
  });

  it('of words takes as many as the service does', () => {
    const asked = readAsked(`/public/${uuid}/night-trains?q=${encodeURIComponent('🚂'.repeat(300))}`);
    expect(asked?.q).toBe('🚂'.repeat(200));
  });

  it('of words takes what can be stored', () => {
    expect(readAsked(`/public/${uuid}/x?q=%00a%ED%A0%80`)?.q).toMatch(/^a/);
    expect(readAsked(`/public/${uuid}/x?q=%00`)?.q).toBe('');
  });

  it('ignores a language that there is not', () => {
    expect(readAsked(`/public/${uuid}/x?lang=xx`)?.lang).toBeNull();
  });
});

it('paths say no more than is needed', () => {
  expect(viewPath(shelf)).toBe(`/public/${uuid}/night-trains`);
  expect(viewPath(shelf, { q: 'a&b', page: 2, lang: 'en' })).toBe(
    `/public/${uuid}/night-trains?q=a%26b&page=2&lang=en`,
  );
  expect(viewPath({ uuid, slug: 'pão' })).toBe(`/public/${uuid}/p%C3%A3o`);
  expect(filePath(shelf, 'rss.xml')).toBe(`/public/${uuid}/night-trains/rss.xml`);
  expect(iconPath(shelf, 'a&b.example')).toBe(
    `/v1/preview/favicon/public?collection=${uuid}&host=a%26b.example`,
  );
});
