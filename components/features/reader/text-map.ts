import type { Passage } from '@/lib/domain/anchor/anchor';

/** The text of an article as readers see it, and where each of its characters is in the document. */
export interface TextMap {
  readonly text: string;
  /** Returns the passage of a range, without white space at its ends; null if it has no text of the article. */
  passageOf: (
    range: Pick<Range, 'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'>,
  ) => Passage | null;
  /** Returns the range of a passage; null if the text has ended before. */
  rangeOf: (passage: Passage) => Range | null;
}

const blocks = new Set(
  (
    'address article aside blockquote br caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre ' +
    'section table td th tr ul'
  ).split(' '),
);

interface MappedNode {
  readonly node: Text;
  /** Offset in the text of each character of the node, and of its end. */
  readonly offsets: readonly number[];
}

const isText = (node: Node): node is Text => node.nodeType === 3;
const whiteSpace = /\s/;

/**
 * Maps the text of an article: white space is one space, and a line begins with each block. The same HTML has the same
 * text in every browser.
 */
export function createTextMap(article: Element): TextMap {
  const nodes: MappedNode[] = [];
  /** Indexes of the first text node within each node, and of the first one after it. */
  const places = new Map<Node, { first: number; after: number }>();
  let text = '';
  let breaksLine = false;
  const visitText = (node: Text, isPre: boolean): void => {
    const offsets: number[] = [];
    for (const character of node.data.split('')) {
      const isSpace = whiteSpace.test(character);
      const isSkipped = isSpace && !isPre && (breaksLine || text === '' || /\s$/.test(text));
      if (!isSpace && breaksLine && text !== '') text += '\n';
      if (!isSpace) breaksLine = false;
      offsets.push(text.length);
      if (!isSkipped) text += isSpace && !isPre ? ' ' : character;
    }
    nodes.push({ node, offsets: [...offsets, text.length] });
  };
  const visit = (parent: Node, isPre: boolean): void => {
    for (const node of parent.childNodes) {
      const first = nodes.length;
      if (isText(node)) visitText(node, isPre);
      else if (node.nodeType === 1) {
        const name = (node as Element).localName;
        breaksLine ||= blocks.has(name);
        visit(node, isPre || name === 'pre');
        breaksLine ||= blocks.has(name);
      }
      places.set(node, { first, after: nodes.length });
    }
  };
  visit(article, false);
  places.set(article, { first: 0, after: nodes.length });

  // Between two elements: where the next text begins.
  const offsetOf = (container: Node, offset: number): number => {
    const child = container.childNodes[offset];
    const place = isText(container) || child === undefined ? places.get(container) : places.get(child);
    if (place === undefined) return text.length;
    if (isText(container)) return nodes[place.first]?.offsets[offset] ?? text.length;
    return nodes[child === undefined ? place.after : place.first]?.offsets[0] ?? text.length;
  };

  return {
    text,
    passageOf: ({ startContainer, startOffset, endContainer, endOffset }) => {
      let start = offsetOf(startContainer, startOffset);
      let end = offsetOf(endContainer, endOffset);
      while (start < end && whiteSpace.test(text.charAt(start))) start += 1;
      while (end > start && whiteSpace.test(text.charAt(end - 1))) end -= 1;
      return start < end ? { start, end } : null;
    },
    rangeOf: ({ start, end }) => {
      const first = nodes.find(({ offsets }) => (offsets.at(-1) ?? 0) > start);
      const last = nodes.findLast(({ offsets }) => (offsets[0] ?? 0) < end);
      if (!first || !last) return null;
      const range = first.node.ownerDocument.createRange();
      range.setStart(
        first.node,
        first.offsets.findLastIndex((offset) => offset <= start),
      );
      range.setEnd(
        last.node,
        Math.max(
          0,
          last.offsets.findIndex((offset) => offset >= end),
        ),
      );
      return range;
    },
  };
}
