import { describe, expect, test } from 'vitest';
import { readMailedCode } from '@/lib/domain/mailed-code';
import { composeMail } from '@/provider/modules/mail/templates';
import {
  decryptLetter,
  encryptLetter,
  type Letter,
  type MailContent,
} from '@/provider/modules/mail/templates';

const appUrl = 'https://links.example';
const at = '2026-03-04T05:06:07.000Z';

const contents: MailContent[] = [
  { kind: 'verification', code: '042917' },
  { kind: 'reset', code: '042917' },
  { kind: 'signIn', at, browser: 'Firefox', system: 'Linux', address: '192.0.2.1' },
  { kind: 'signIn', at, browser: null, system: null, address: '' },
  { kind: 'newEmail', code: '042917' },
  { kind: 'passwordChanged', at },
  { kind: 'emailChanged', at },
  { kind: 'tokenCreated', at, name: 'Backup <script>' },
  { kind: 'googleLinked', at, email: 'ada@mail.test' },
  { kind: 'accountDeleted' },
];
const letter = (content: MailContent, changes: Partial<Letter> = {}): Letter => ({
  to: { name: 'Ada', address: 'ada@example.test' },
  locale: 'en',
  content,
  ...changes,
});

describe.each(['en', 'pt-BR'] as const)('a mail in %s', (locale) => {
  test.each(contents)('about $kind is complete and loads nothing', (content) => {
    const { subject, text, html } = composeMail(letter(content, { locale }), { appUrl });
    for (const written of [subject, text, html]) {
      expect(written).not.toMatch(/\{\w+\}|undefined|null|\[object/);
    }
    expect(text).toContain('Ada');
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|form)|url\(|@import|\bsrc=/i);
    for (const [, address] of html.matchAll(/href="([^"]*)"/g))
      expect(address).toMatch(/^https:\/\/links\.example\//);
  });
});

test.each([
  ['en', '4 March 2026 at 05:06:07 UTC'],
  ['pt-BR', '4 de março de 2026 às 05:06:07 UTC'],
] as const)('a time in %s is written with the day first and 24 hours', (locale, time) => {
  expect(composeMail(letter({ kind: 'passwordChanged', at }, { locale }), { appUrl }).text).toContain(time);
});

// Guarantee: a request for a link does not contain the code, so scanners of mails cannot use it up, nor logs leak it.
test.each([
  ['verification', '/auth/verify-email'],
  ['reset', '/forgot-password'],
] as const)('a code of a %s is in the mail, and of its link in the fragment only', (kind, page) => {
  const { text, html, code } = composeMail(letter({ kind, code: '042917' }), { appUrl });
  expect(code).toBe('042917');
  expect(text).toContain('    042917');
  expect(html).toContain('>042917<');
  const [, href = ''] = /href="([^"]*042917[^"]*)"/.exec(html) ?? [];
  const link = new URL(href.replaceAll('&amp;', '&'));
  expect(text).toContain(link.href);
  expect(`${link.origin}${link.pathname}${link.search}`).toBe(`${appUrl}${page}`);
  expect(readMailedCode(link.hash)).toEqual({ code: '042917', email: 'ada@example.test' });
});

test('a code of a new address is in no link: it is entered in the settings', () => {
  const { html } = composeMail(letter({ kind: 'newEmail', code: '042917' }), { appUrl });
  expect(html).not.toMatch(/href="[^"]*042917/);
});

// Guarantee: a display name is text: it opens no tag, adds no line, and is not a template.
test('a name is escaped, stays on its line and is not used as a template', () => {
  const name = '<img src=x onerror=alert(1)>"&\r\n\r\nPay here: {address} $& {code}';
  const { text, html } = composeMail(
    letter({ kind: 'verification', code: '042917' }, { to: { name, address: 'a@b.test' } }),
    {
      appUrl,
    },
  );
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp; Pay here: {address} $&amp; {code}');
  expect(text.split('\n')[0]).toBe('Hello <img src=x onerror=alert(1)>"& Pay here: {address} $& {code},');
});

test('a stored letter is decrypted only with the secret that encrypted it', () => {
  const encrypted = encryptLetter('one secret', letter({ kind: 'reset', code: '042917' }));
  expect(decryptLetter('one secret', encrypted)).toEqual(letter({ kind: 'reset', code: '042917' }));
  expect(decryptLetter('another secret', encrypted)).toBeNull();
  encrypted[20] = (encrypted[20] ?? 0) ^ 1;
  expect(decryptLetter('one secret', encrypted)).toBeNull();
  expect(decryptLetter('one secret', Buffer.alloc(3))).toBeNull();
});
