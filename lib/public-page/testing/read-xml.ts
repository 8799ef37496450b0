import { Parser } from 'htmlparser2';

/** A document of XML, read. */
export interface ReadXml {
  /** Of the root. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Texts of all elements of a name, in order. */
  texts: (name: string) => string[];
  /** Values of an attribute of all elements of a name. */
  values: (name: string, attribute: string) => string[];
}

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

const declaration = /^<\?xml version="1\.0" encoding="utf-8"\?>\n/;
const notXml = /&(?!(?:amp|lt|gt|quot|#39);)|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Reads a document of XML strictly: one root, every element closed by its own name, no entity and no character that
 * XML does not know. Throws otherwise.
 */
export function readXml(document: string): ReadXml {
  if (!declaration.test(document)) throw new Error('no declaration');
  const wrong = notXml.exec(document);
  if (wrong) throw new Error(`not XML: ${JSON.stringify(document.slice(wrong.index, wrong.index + 40))}`);
  const elements = readElements(document.replace(declaration, ''));
  const [root] = elements;
  if (!root) throw new Error('no root');
  const named = (name: string): Element[] => elements.filter((element) => element.name === name);
  return {
    name: root.name,
    attributes: root.attributes,
    texts: (name) => named(name).map(({ text }) => text),
    values: (name, attribute) => named(name).map(({ attributes }) => attributes[attribute] ?? ''),
  };
}

function readElements(text: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length === 0 && elements.length > 0) throw new Error(`a second root: ${name}`);
        const element = { name, attributes, text: '' };
        elements.push(element);
        open.push(element);
      },
      ontext: (piece) => {
        const inner = open.at(-1);
        if (inner) inner.text += piece;
        else if (piece.trim() !== '') throw new Error('text outside of the root');
      },
      onclosetag: (name, isImplied) => {
        const inner = open.pop();
        const isEmpty = inner?.text === '';
        if (inner?.name !== name || (isImplied && !isEmpty)) throw new Error(`${name} is not closed`);
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return elements;
}
