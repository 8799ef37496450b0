import { type Format } from '@/lib/formats/format';
import { createOutput, type Output } from '@/lib/formats/output';
import { type Sample } from '@/lib/formats/sample';

/** Longest line that is read; the rest of a longer one is skipped. */
const lineLength = 200_000;

/** A text whose lines are bookmarks. */
export const textFormat = ({
  isLine,
  share = 0.5,
  read,
  ...format
}: Pick<Format, 'id' | 'name'> & {
  /** Whether a line has the form of the format. */
  isLine: (line: string) => boolean;
  /** The share of the first lines that have it. */
  share?: number;
  /** `end` is called after the last line. */
  read: (output: Output) => { line: (line: string) => void; end?: () => void };
}): Format => ({
  ...format,
  detect: (sample) => isText(sample) && shareOf(sample.text, isLine) >= share,
  async read({ text }, sink) {
    let line = 0;
    const output = createOutput(sink, () => line);
    const reader = read(output);
    const take = (content: string): void => {
      line += 1;
      reader.line(content.replace(/\r$/, ''));
    };
    let rest = '';
    for await (const chunk of text) {
      const lines = (rest + chunk).split('\n');
      rest = (lines.pop() ?? '').slice(0, lineLength);
      lines.forEach(take);
    }
    if (rest !== '') take(rest);
    reader.end?.();
    output.end();
  },
});

const isText = ({ json, root, csv }: Sample): boolean =>
  json === null && root === null && csv?.hasRows !== true;

/** Returns the share of the first lines that are of a kind. */
function shareOf(text: string, isLine: (line: string) => boolean): number {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  return lines.length === 0 ? 0 : lines.filter(isLine).length / lines.length;
}
