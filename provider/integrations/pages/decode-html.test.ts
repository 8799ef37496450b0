import { describe, expect, it } from 'vitest';
import { decodeHtml } from '@/provider/integrations/page-metadata';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

describe('decodeHtml', () => {
  it.each([
    ['plain UTF-8', bytes('é'), 'text/html', 'é'],
    ['UTF-8 cut within a character', bytes('né').subarray(0, 2), 'text/html', 'n\ufffd'],
    ['no UTF-8 and nothing said', bytes('né!', 'latin1'), 'text/html', 'né!'],
    ['a header', bytes('é', 'latin1'), 'text/html; charset=ISO-8859-1', 'é'],
    ['a quoted header', Buffer.from([0x82, 0xa0]), 'text/html; x=y; charset="Shift_JIS"', 'あ'],
    ['a mark that outweighs the header', bytes('\ufeffé'), 'text/html; charset=latin1', 'é'],
    ['a UTF-16 mark', bytes('\ufeffé', 'utf16le'), 'text/html', 'é'],
    [
      'a declaration',
      bytes('<meta charset="windows-1251">\xef', 'latin1'),
      'text/html',
      '<meta charset="windows-1251">п',
    ],
    [
      'an old declaration',
      bytes("<meta http-equiv=Content-Type content='text/html; charset=gbk'>\xc4\xe3", 'latin1'),
      'text/html',
      "<meta http-equiv=Content-Type content='text/html; charset=gbk'>你",
    ],
    [
      'a declaration of UTF-16 in bytes',
      bytes('<meta charset=utf-16>é'),
      'text/html',
      '<meta charset=utf-16>é',
    ],
    ['an unknown header charset', bytes('é'), 'text/html; charset=utf-7', 'é'],
    ['an empty header charset', bytes('é'), 'text/html; charset=', 'é'],
    [
      'an unknown declaration',
      bytes('<meta charset="<script>">é'),
      'text/html',
      '<meta charset="<script>">é',
    ],
  ])('reads %s', (_name, document, contentType, expected) => {
    expect(decodeHtml(document, contentType)).toBe(expected);
  });
});
