import { describe, expect, test } from 'vitest';
import { FormatError } from '@/lib/formats/entry';
import { readXml } from '@/lib/formats/read-xml';

async function* inChunks(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** Returns the events of a text, with the line of each element. */
async function read(text: string, size = 65_536): Promise<string> {
  let events = '';
  let line = 0;
  await readXml(
    inChunks(text, size),
    {
      open: (name, attributes) => (events += `<${name}${JSON.stringify(attributes)}@${line}>`),
      text: (part) => (events += part),
      close: (name) => (events += `</${name}>`),
    },
    (now) => (line = now),
  );
  return events;
}

test.each([1, 7, 65_536])('elements are read with their lines, in chunks of %i', async (size) => {
  const text = '<?xml version="1.0"?>\n<!-- <b/> -->\n<a x="1&amp;2">\r\n<b/><![CDATA[<c>&amp;]]></a>';
  expect(await read(text, size)).toBe('\n\n<a{"x":"1&2"}@3>\r\n<b{}@4></b><c>&amp;</a>');
});

test('declared entities are not expanded', async () => {
  const text = '<!DOCTYPE a [<!ENTITY b "bread"><!ENTITY c "&b;&b;&b;">]><a x="&c;">&c;</a>';
  expect(await read(text)).toContain('<a{"x":"&c;"}@1>&c;</a>');
});

describe('a file is damaged', () => {
  test.each([
    ['if its root does not end', '<a><b></b>'],
    ['if it ends in a tag', '<a><b x="'],
    ['with elements too deep', '<a>'.repeat(1_001) + '</a>'.repeat(1_001)],
    [
      'with a million attributes',
      `<a ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}="" `).join('')}/>`,
    ],
    ['with an attribute that does not end', `<a x="${'x'.repeat(10_000_000)}"/>`],
    ['with a comment that does not end', `<a><!--${'x'.repeat(10_000_000)}--></a>`],
  ])('%s', async (_, text) => {
    await expect(read(text)).rejects.toThrow(FormatError);
  });

  test('but not with a long text', async () => {
    expect(await read(`<a>${'x'.repeat(10_000_000)}</a>`)).toHaveLength(10_000_000 + 11);
  });
});
