import { Parser } from 'htmlparser2';
import { FormatError } from '@/lib/formats/entry';

/** Receives the markup of an XML file. */
export interface XmlSink {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** A text can arrive in several parts. */
  text?(text: string): void;
  close?(name: string): void;
}

const depthMax = 1_000;
const attributesMax = 1_000;
/** Most characters of one attribute, comment or section, which the parser holds in memory. */
const markupLength = 8 * 1024 * 1024;

/**
 * Reads an XML file in chunks of text. Entities that it declares are not expanded. Calls `onLine` with the number of each
 * line. Throws FormatError for a file whose root does not end, and for markup that no bookmark file has.
 */
export async function readXml(
  text: AsyncIterable<string>,
  sink: XmlSink,
  onLine: (line: number) => void,
): Promise<void> {
  let line = 1;
  let depth = 0;
  let attributes = 0;
  let sinceEvent = 0;
  const parser = new Parser(
    {
      onopentagname() {
        sinceEvent = 0;
        attributes = 0;
      },
      onattribute() {
        sinceEvent = 0;
        attributes += 1;
        if (attributes > attributesMax) throw new FormatError('IMPORT_PARSE_ERROR');
      },
      onopentag(name, values) {
        depth += 1;
        if (depth > depthMax) throw new FormatError('IMPORT_PARSE_ERROR');
        sink.open(name, values);
      },
      ontext(part) {
        sinceEvent = 0;
        sink.text?.(part);
      },
      onclosetag(name) {
        sinceEvent = 0;
        depth -= 1;
        sink.close?.(name);
      },
    },
    { xmlMode: true },
  );
  for await (const chunk of text) {
    for (const part of chunk.split(/(?<=\n)/)) {
      onLine(line);
      parser.write(part);
      if (part.endsWith('\n')) line += 1;
      sinceEvent += part.length;
      if (sinceEvent > markupLength) throw new FormatError('IMPORT_PARSE_ERROR');
    }
  }
  if (depth > 0) throw new FormatError('IMPORT_PARSE_ERROR');
  parser.end();
}
