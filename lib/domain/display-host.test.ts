import { expect, test } from 'vitest';
import { displayHost } from '@/lib/domain/display-host';

const ascii = (host: string): string => new URL(`http://${host}`).host;

test.each([
  'münchen.example',
  'straße.example',
  'são-paulo.example',
  'łódź.example',
  'việtnam.example',
  'пример.рф',
  'παράδειγμα.ελ',
  '例え.テスト',
  'ひらがなとカタカナ.example',
  '예제.example',
  'مثال.example',
  'דוגמה.example',
  'उदाहरण.example',
  'ตัวอย่าง.example',
  'bücher.example:8080',
  'www.bücher.example',
])('%s is shown in Unicode', (host) => {
  expect(ascii(host)).toContain('xn--');
  expect(displayHost(ascii(host))).toBe(host);
});

test.each([
  ['Cyrillic between Latin letters', 'pаypal.example'],
  ['Cyrillic that looks like Latin', 'аррӏе.com'],
  ['Greek that looks like Latin', 'νιν.example'],
  ['Greek between Latin letters', 'gοogle.example'],
  ['Latin letters that look like others', 'ɡooɡle.example'],
  ['a dotless i', 'wıkipedia.example'],
  ['a mark on a Latin letter', 'q\u0301uery.example'],
  ['digits of another script', '१२३.example'],
  ['signs', 'i❤.example'],
  ['one bad label beside a good one', 'münchen.pаypal.example'],
])('%s stays in ASCII', (_, host) => {
  expect(ascii(host)).toContain('xn--');
  expect(displayHost(ascii(host))).toBe(ascii(host));
});

test.each(['github.com', 'localhost:3000', '[::1]', '', 'xn--', 'xn--9999999999999999', 'xn--a.example'])(
  '%j is shown unchanged',
  (host) => expect(displayHost(host)).toBe(host),
);
