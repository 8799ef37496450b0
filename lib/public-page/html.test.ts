import fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, it, test } from 'vitest';
import { escapeText, html, jsonInScript, trusted, xml } from '@/lib/public-page/html';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    '</title><img src=x onerror=alert(1)>',
    '</style></script><!--',
    '&lt;b&gt;&amp;amp;',
    '${alert(1)}`',
    '\u202eevil\u0000',
    '\ud800<',
  ),
);

/** What is left of a text once it was written and read again. */
const kept = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u0008\v\f\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '');

test('any text is the same text once it is read again, between tags and in an attribute', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const elements = DomUtils.getElementsByTagName(
        '*',
        parseDocument(html`<p title="${text}">${text}</p>`.text),
      );
      expect(elements.map(({ name, attribs }) => ({ name, attribs }))).toEqual([
        { name: 'p', attribs: { title: kept(text) } },
      ]);
      expect(DomUtils.textContent(elements)).toBe(kept(text));
    }),
    { numRuns: 500 },
  );
});

test('no JSON ends its script, and it reads as what was written', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const written = jsonInScript({ name: text }).text;
      expect(written).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(written)).toEqual({ name: text });
    }),
  );
});

it('puts markup in as it is, joins lists and leaves out what is nothing', () => {
  const items = ['a', '<b>'].map((text) => xml`<li>${text}</li>`);
  const written = xml`<ul>${items}${null}${undefined}${false}${0}${trusted('<hr>')}</ul>`;
  expect(written.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li>0<hr></ul>');
});

it('leaves out the indentation of a template, and nothing of what is put into it', () => {
  const written = xml`<p>
    ${'a\n   b'}
  </p>`;
  expect(written.text).toBe('<p>\na\n   b\n</p>');
});

it('escapes what XML cannot hold away', () => {
  expect(escapeText('a\u0000\u0008b\ud800c\uffff\td')).toBe('ab\ufffdc\td');
});
