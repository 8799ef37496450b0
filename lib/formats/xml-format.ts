import { type Format } from '@/lib/formats/format';
import { createOutput, type Output } from '@/lib/formats/output';
import { readXml, type XmlSink } from '@/lib/formats/read-xml';

/** A format that is XML with a root of its own. */
export const xmlFormat = ({
  root,
  read,
  ...format
}: Pick<Format, 'id' | 'name' | 'archive'> & {
  root: string;
  read: (output: Output) => XmlSink;
}): Format => ({
  ...format,
  detect: ({ root: found }) => found === root,
  async read({ text }, sink) {
    let line = 1;
    const output = createOutput(sink, () => line);
    await readXml(text, read(output), (now) => (line = now));
    output.end();
  },
});
