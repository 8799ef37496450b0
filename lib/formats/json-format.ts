import { droppedIn, type DroppedFields } from '@/lib/formats/dropped-fields';
import { type Format, type ReadOptions } from '@/lib/formats/format';
import { isRecord, type JsonRecord } from '@/lib/formats/json-values';
import { createOutput, type Output, type SourceEntry } from '@/lib/formats/output';
import { readJson, readJsonTree, type JsonNode } from '@/lib/formats/read-json';

interface JsonFormat extends Pick<Format, 'id' | 'name' | 'archive'> {
  /** Paths that only files of the product have, such as `bookmarks[].content`, or `[].tags|[].labels` for one of two. */
  readonly has: readonly string[];
}

const detector =
  (has: readonly string[]): Format['detect'] =>
  ({ json }) =>
    json !== null && has.every((paths) => paths.split('|').some((path) => json.has(path)));

/** Readers of the elements of the lists in the root, by name; the name is empty if the root is a list itself. */
type ListReaders = Readonly<Record<string, (record: JsonRecord) => void>>;

/** A format that consists of lists, of which only one element at a time is in memory. */
export const jsonFormat = ({
  has,
  read,
  ...format
}: JsonFormat & {
  read: (output: Output, options: ReadOptions) => { lists: ListReaders; end?: () => void };
}): Format => ({
  ...format,
  detect: detector(has),
  async read({ bytes }, sink, options) {
    let line = 1;
    const output = createOutput(sink, () => line);
    const { lists, end } = read(output, options);
    const paths = Object.keys(lists).map((name) => (name === '' ? '$.*' : `$.${name}.*`));
    await readJson(bytes, paths, (item) => {
      line = item.line;
      if (isRecord(item.value)) lists[typeof item.list === 'string' ? item.list : '']?.(item.value);
    });
    end?.();
    output.end();
  },
});

/** A format that is one list of bookmarks. */
export const jsonItems = ({
  list,
  drops = {},
  fields,
  ...format
}: JsonFormat & {
  list: string;
  /** Fields that have no place here. */
  drops?: DroppedFields;
  fields: (record: JsonRecord, companions: ReadOptions['companions']) => SourceEntry;
}): Format =>
  jsonFormat({
    ...format,
    read: (output, { companions }) => ({
      lists: {
        [list]: (record) =>
          output.add({ dropped: droppedIn(drops, (name) => record[name]), ...fields(record, companions) }),
      },
    }),
  });

/** A node of a tree; its data is the key of its folder. */
export type TreeNode = JsonNode<string>;

/** A format whose nodes contain nodes. `onNode` is called after those within a node. */
export const jsonTree = ({
  has,
  containers,
  onNode,
  ...format
}: JsonFormat & {
  /** Names of the lists and objects that contain nodes. */
  containers: readonly string[];
  onNode: (node: TreeNode, output: Output, keyOf: (node: TreeNode) => string) => void;
}): Format => ({
  ...format,
  detect: detector(has),
  async read({ bytes }, sink) {
    let line = 1;
    let count = 0;
    const keyOf = (node: TreeNode): string => (node.data ??= String((count += 1)));
    const output = createOutput(sink, () => line);
    await readJsonTree<string>(bytes, new Set(containers), {
      // In the order of the file, in which a folder ends after those within it.
      open: (node) => void output.folders.get(keyOf(node)),
      close(node, lineOfEnd) {
        line = lineOfEnd;
        onNode(node, output, keyOf);
      },
    });
    output.end();
  },
});
