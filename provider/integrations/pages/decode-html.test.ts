import { describe, expect, it } from 'vitest';
import { decodeHtml } from '@/provider/integrations/pages/decode-html';

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
    ['UTF-8 behind a header of ISO-8859-1', bytes('é日'), 'text/html; charset=ISO-8859-1', 'é日'],
    [
      'UTF-8 behind a declaration of ISO-8859-1',
      bytes('<meta charset="iso-8859-1">日'),
      'text/html',
      '<meta charset="iso-8859-1">日',
    ],
    [
      'a late declaration',
      Buffer.concat([
        bytes(`<script>${' '.repeat(5000)}</script><meta charset=koi8-r>`),
        Buffer.from([0xd0]),
      ]),
      'text/html',
      `<script>${' '.repeat(5000)}</script><meta charset=koi8-r>п`,
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

/** Encodes text in a charset that only decoders support: by looking up each character. */
function encode(label: string, text: string): Buffer {
  const decoder = new TextDecoder(label);
  const codes = new Map<string, number[]>();
  for (let byte = 0; byte < 256; byte += 1) codes.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      const [character = '', ...more] = decoder.decode(Uint8Array.of(lead, trail));
      if (more.length === 0 && !codes.has(character)) codes.set(character, [lead, trail]);
    }
  }
  return Buffer.from([...text].flatMap((character) => codes.get(character) ?? []));
}

describe('an undeclared encoding is detected', () => {
  it.each([
    ['shift_jis', '今日のニュース一覧と天気予報、スポーツの結果'],
    ['euc-jp', '今日のニュース一覧と天気予報、スポーツの結果'],
    ['windows-1251', 'Новости дня — погода и спорт'],
    ['koi8-r', 'Новости дня: погода и спорт'],
    ['gbk', '今日新闻头条，天气预报和体育比赛结果'],
    ['big5', '今日新聞頭條，天氣預報和體育比賽結果'],
    ['euc-kr', '오늘의 뉴스와 날씨, 스포츠 경기 결과'],
    ['windows-1253', 'Ειδήσεις της ημέρας από την Ελλάδα'],
    ['windows-1255', 'חדשות היום מישראל ומהעולם, מזג האוויר'],
    ['windows-1252', 'Notícias do dia: previsão do tempo à noite'],
  ])('%s', (label, title) => {
    const html = `<!doctype html><html><head><title>${title}</title></head><body>`;
    expect(decodeHtml(encode(label, html), 'text/html')).toBe(html);
  });

  it('ISO-2022-JP, whose text looks like markup', () => {
    const html = Buffer.concat([
      Buffer.from('<meta charset=iso-2022-jp><title>'),
      Buffer.from([0x1b, 0x24, 0x42, 0x24, 0x22, 0x3c, 0x3c, 0x1b, 0x28, 0x42]),
      Buffer.from('</title>'),
    ]);
    expect(decodeHtml(html, 'text/html')).toContain('<title>あ室</title>');
  });
});
