import { type XmlSink } from '@/lib/formats/read-xml';

/** The texts of a record, by the path of their elements in it. */
export type XmlRecord = (path: string) => readonly string[];

/** Longest text that is read of an element. */
const textLength = 70_000;
/** Most elements with the same path in a record. */
const listLength = 1_000;

/**
 * Reads the elements of a name as records of the texts at the given paths, such as `tags/item`. All other texts are
 * skipped, however long they are.
 */
export function readXmlRecords(
  name: string,
  paths: readonly string[],
  onRecord: (record: XmlRecord) => void,
): XmlSink {
  let texts: Map<string, string[]> | null = null;
  let path: string[] = [];
  let current: string[] | undefined;
  return {
    open(tag) {
      if (texts === null) {
        if (tag === name) texts = new Map(paths.map((each) => [each, []]));
        return;
      }
      path.push(tag);
      current = path.length > 8 ? undefined : texts.get(path.join('/'));
      if (current && current.length < listLength) current.push('');
      else current = undefined;
    },
    text(text) {
      const last = current?.at(-1);
      if (current && last !== undefined && last.length < textLength)
        current[current.length - 1] = last + text;
    },
    close(tag) {
      current = undefined;
      if (texts === null) return;
      if (path.length > 0) {
        path.pop();
        return;
      }
      if (tag !== name) return;
      const record = texts;
      texts = null;
      path = [];
      onRecord((each) => record.get(each) ?? []);
    },
  };
}
