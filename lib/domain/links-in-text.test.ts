import { describe, expect, test } from 'vitest';
import { addressesIn, linksInText } from '@/lib/domain/links-in-text';

const page = 'https://a.example/page';

describe('a link in a text', () => {
  test.each([
    ['the end of a sentence', `See ${page}.`],
    ['brackets around', `(${page})`],
    ['a bracket and a full stop', `(see ${page}).`],
    ['quotes', `"${page}"`],
    ['typographic quotes', `“${page}”`],
    ['angle brackets', `<${page}>`],
    ['Markdown', `[A page](${page})`],
    ['a Japanese comma', `${page}、次`],
    ['a Japanese full stop', `詳細は${page}。`],
    ['Japanese brackets', `「${page}」を読む`],
    ['lenticular brackets', `【${page}】`],
    ['full-width brackets', `ページ（${page}）です`],
    ['a full-width colon', `${page}：次`],
    ['a full-width exclamation mark', `${page}！`],
    ['an ideographic space', `${page}\u3000次`],
    ['an Arabic comma', `${page}، ثم`],
    ['the scheme twice', 'https://https://a.example/page'],
  ])('ends before %s', (_, text) => {
    expect(linksInText(text)).toEqual([page]);
  });

  test.each([
    'https://a.example/Night_(train)',
    'https://a.example/a?b[c]=d&e={f}',
    'https://a.example/日本語/佐々木',
    'https://web.archive.example/2020/https://b.example/',
    'http://[::1]:3000/',
  ])('contains all of %s', (url) => {
    expect(linksInText(`Look: ${url}, please`)).toEqual([url]);
  });

  test('takes linear time, whatever punctuation is in it', () => {
    const text = `https://a.example/${'.'.repeat(50_000)}x`;
    const before = process.threadCpuUsage();
    expect(linksInText(text)).toEqual([text]);
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  });

  test('is found after another one without a space', () => {
    expect(linksInText('[a](https://a.example/1)[b](https://b.example/2)')).toEqual([
      'https://a.example/1',
      'https://b.example/2',
    ]);
    expect(linksInText('https://a.example/1、https://b.example/2')).toEqual([
      'https://a.example/1',
      'https://b.example/2',
    ]);
  });

  test('is found in linear time', () => {
    const many = 'https://'.repeat(50_000);
    expect(linksInText(many)).toEqual([]);
    expect(linksInText('https://a.example/(['.repeat(20_000)).length).toBeGreaterThan(0);
  });
});

describe('typed text with an address', () => {
  test.each([
    ['words around', `Nice read: ${page} (via a friend)`, 'Nice read (via a friend)'],
    ['words before', `Night trains - ${page}`, 'Night trains'],
    ['words after', `${page} – Night trains`, 'Night trains'],
    ['two lines', `Night trains\n${page}`, 'Night trains'],
    ['angle brackets', `<${page}>`, ''],
    ['quotes', `"${page}"`, ''],
    ['quoted words', `"Night trains" ${page}`, 'Night trains'],
    ['Markdown', `[Night trains](${page})`, 'Night trains'],
    ['Markdown with a title', `- [Night trains](${page} "All lines")`, 'Night trains'],
    ['Markdown with an address as its text', `[${page}](${page})`, ''],
    ['a list mark', `* ${page}`, ''],
    ['Japanese', `夜行列車：「${page}」`, '夜行列車'],
    ['the scheme twice', `https://${page}`, ''],
  ])('%s: the address is taken, and the rest is its title', (_, text, rest) => {
    expect(addressesIn(text)).toEqual({ urls: [page], rest });
  });

  test.each([
    page,
    ` ${page} `,
    `${page}.`,
    'example.com',
    'just words',
    '',
    'https://',
    `javascript:(function () { location = '${page}' })()`,
    `view-source:${page}`,
    `https://web.archive.example/2020/${page}`,
  ])('%j stays as it is', (text) => {
    expect(addressesIn(text)).toBeNull();
  });

  test('several addresses are found, each once', () => {
    expect(addressesIn(`${page} and https://b.example/, again ${page}`)).toEqual({
      urls: [page, 'https://b.example/'],
      rest: '',
    });
  });
});
