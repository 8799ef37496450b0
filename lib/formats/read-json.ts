import { JSONParser, Tokenizer, TokenType } from '@streamparser/json';
import { FormatError } from '@/lib/formats/entry';
import { JsonScanner, type JsonLimits } from '@/lib/utils/json-scanner';

/** Limit of the bytes between two values, which no valid bookmark exceeds. */
const valueBytes = 8 * 1024 * 1024;

// Without buffers, every character of an escaped text or a number is an object until it ends.
const buffers = { stringBufferSize: 4_096, numberBufferSize: 64 };

// In valid JSON, only white space between values contains it.
const lineFeed = 0x0a;

/** A value at one of the paths. */
export interface JsonItem {
  readonly value: unknown;
  /** Its key in its object, or its index in its array. */
  readonly key: string | number | undefined;
  /** The key of the property of the root that it is or belongs to; the index, if the root is an array. */
  readonly list: string | number | undefined;
  /** The line on which it ends, from 1. */
  readonly line: number;
}

/**
 * Reads a JSON file of any length and passes on the values at `paths`, such as `$.bookmarks.*` or `$.*`, in the order of
 * the file. Each is dropped once it is passed on. Throws FormatError for a text that is not JSON, and for a value that is
 * larger than any bookmark.
 */
export async function readJson(
  bytes: AsyncIterable<Uint8Array>,
  paths: readonly string[],
  onValue: (item: JsonItem) => void,
): Promise<void> {
  const elementDepth = Math.max(...paths.map((path) => path.split('.').length - 1));
  const limits: JsonLimits = { depth: 16, keys: 1_000, keyBytes: 1_024, values: 10_000, elementDepth };
  const parser = new JSONParser({ paths: [...paths], keepStack: false, ...buffers });
  const lines = new LineWriter(parser);
  let bytesSinceValue = 0;
  let failure: Error | null = null;
  parser.onValue = ({ value, key, stack }) => {
    bytesSinceValue = 0;
    try {
      onValue({ value, key, list: stack[1]?.key ?? key, line: lines.line });
    } catch (error) {
      // The parser would report it as an error of the text.
      failure ??= error instanceof Error ? error : new Error(String(error));
    }
  };
  const scanner = new JsonScanner(limits);
  for await (const chunk of bytes) {
    bytesSinceValue += chunk.length;
    if (bytesSinceValue > valueBytes) throw new FormatError('IMPORT_PARSE_ERROR');
    asText(() => {
      scanner.write(chunk);
      lines.write(chunk);
    });
    throwIfFailed(failure);
  }
  if (!parser.isEnded) throw new FormatError('IMPORT_PARSE_ERROR');
}

/** Passes bytes on line by line, so that the line of each value is known when it ends. */
class LineWriter {
  /** Number of the line that is being read, from 1. */
  line = 1;

  constructor(private readonly parser: { write(bytes: Uint8Array): void }) {}

  write(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      this.parser.write(bytes.subarray(start, end + 1));
      this.line += 1;
      start = end + 1;
    }
    if (start < bytes.length) this.parser.write(bytes.subarray(start));
  }
}

/** The failure is set by a callback. */
function throwIfFailed(failure: Error | null): void {
  if (failure !== null) throw failure;
}

function asText(parse: () => void): void {
  try {
    parse();
  } catch (error) {
    throw error instanceof FormatError ? error : new FormatError('IMPORT_PARSE_ERROR');
  }
}

/** An object of a tree. */
export interface JsonNode<Data> {
  /** Its key in an object, such as `bookmark_bar`; null in a list. */
  readonly key: string | null;
  readonly parent: JsonNode<Data> | null;
  /** Its fields so far, without its children. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Set by the handler. */
  data: Data | null;
}

export interface JsonTreeHandler<Data> {
  /** The children of the node follow. Fields of the node may still be missing. */
  open(node: JsonNode<Data>): void;
  /** The node has ended, after its children. */
  close(node: JsonNode<Data>, line: number): void;
}

const nodeDepth = 2_000;
/** Limit of the fields of all nodes that have not ended: the characters of their texts, and some for each value. */
const openWeight = 16_000_000;
const valueWeight = 32;

/**
 * Reads a JSON file whose objects contain each other, of any length and without recursion. An object is a node if it is
 * the root, or in a list or an object with one of the keys in `containers`; all other values are fields of their node.
 */
export async function readJsonTree<Data>(
  bytes: AsyncIterable<Uint8Array>,
  containers: ReadonlySet<string>,
  handler: JsonTreeHandler<Data>,
): Promise<void> {
  const walker = new TreeWalker(containers, handler);
  const tokenizer = new Tokenizer(buffers);
  const lines = new LineWriter(tokenizer);
  let bytesSinceToken = 0;
  let failure: Error | null = null;
  tokenizer.onToken = ({ token, value }) => {
    bytesSinceToken = 0;
    try {
      walker.take(token, value, lines.line);
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error));
    }
  };
  for await (const chunk of bytes) {
    bytesSinceToken += chunk.length;
    if (bytesSinceToken > valueBytes) throw new FormatError('IMPORT_PARSE_ERROR');
    asText(() => lines.write(chunk));
    throwIfFailed(failure);
  }
  if (!walker.isEnded) throw new FormatError('IMPORT_PARSE_ERROR');
}

type MutableNode<Data> = JsonNode<Data> & { fields: Record<string, unknown>; weight: number };

interface Frame<Data> {
  readonly kind: 'node' | 'container' | 'field';
  readonly isArray: boolean;
  readonly node: MutableNode<Data> | null;
  /** The array or object of a field, which is being built. */
  readonly value: Record<string, unknown> | unknown[] | null;
  key: string;
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

class TreeWalker<Data> {
  private readonly frames: Frame<Data>[] = [];
  private expected: Expected = 'value';
  private weight = 0;

  constructor(
    private readonly containers: ReadonlySet<string>,
    private readonly handler: JsonTreeHandler<Data>,
  ) {}

  get isEnded(): boolean {
    return this.expected === 'nothing';
  }

  take(token: TokenType, value: unknown, line: number): void {
    switch (token) {
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        this.expect('value', 'value or end');
        return this.begin(token === TokenType.LEFT_BRACKET);
      case TokenType.RIGHT_BRACE:
        this.expect('key or end', 'comma or end');
        return this.end(false, line);
      case TokenType.RIGHT_BRACKET:
        this.expect('value or end', 'comma or end');
        return this.end(true, line);
      case TokenType.COLON:
        this.expect('colon');
        this.expected = 'value';
        return;
      case TokenType.COMMA:
        this.expect('comma or end');
        this.expected = this.frames.at(-1)?.isArray === true ? 'value' : 'key';
        return;
      default:
        return this.takeScalar(token, value);
    }
  }

  private takeScalar(token: TokenType, value: unknown): void {
    const frame = this.frames.at(-1);
    if (token === TokenType.STRING && frame !== undefined && this.expected.startsWith('key')) {
      frame.key = String(value);
      this.expected = 'colon';
      return;
    }
    this.expect('value', 'value or end');
    if (frame === undefined) throw new FormatError('IMPORT_PARSE_ERROR');
    this.set(frame, value);
    this.expected = 'comma or end';
  }

  private expect(...states: readonly Expected[]): void {
    if (!states.includes(this.expected)) throw new FormatError('IMPORT_PARSE_ERROR');
  }

  private begin(isArray: boolean): void {
    if (this.frames.length >= nodeDepth) throw new FormatError('IMPORT_PARSE_ERROR');
    const parent = this.frames.at(-1);
    this.frames.push(this.frameIn(parent, isArray));
    this.expected = isArray ? 'value or end' : 'key or end';
  }

  private frameIn(parent: Frame<Data> | undefined, isArray: boolean): Frame<Data> {
    const isContainer =
      parent?.isArray === false && parent.kind !== 'field' && this.containers.has(parent.key);
    if (isContainer && parent.node !== null) {
      if (parent.kind === 'node') this.handler.open(parent.node);
      return { kind: 'container', isArray, node: parent.node, value: null, key: '' };
    }
    if (parent === undefined || (parent.kind === 'container' && !isArray)) {
      const key = parent === undefined || parent.isArray ? null : parent.key;
      const node = { key, parent: parent?.node ?? null, fields: {}, data: null, weight: 0 };
      return { kind: 'node', isArray, node, value: null, key: '' };
    }
    const value = isArray ? [] : {};
    this.set(parent, value);
    return { kind: 'field', isArray, node: parent.node, value, key: '' };
  }

  private set(frame: Frame<Data>, value: unknown): void {
    const { node } = frame;
    if (node === null) return;
    const weight = valueWeight + (typeof value === 'string' ? value.length : 0);
    node.weight += weight;
    this.weight += weight;
    if (this.weight > openWeight) throw new FormatError('IMPORT_PARSE_ERROR');
    if (Array.isArray(frame.value)) frame.value.push(value);
    else if (frame.kind === 'field' && frame.value !== null) define(frame.value, frame.key, value);
    else if (frame.kind === 'node') define(node.fields, frame.key, value);
  }

  private end(isArray: boolean, line: number): void {
    const frame = this.frames.pop();
    if (frame === undefined || frame.isArray !== isArray) throw new FormatError('IMPORT_PARSE_ERROR');
    if (frame.kind === 'node' && frame.node !== null) {
      this.weight -= frame.node.weight;
      this.handler.close(frame.node, line);
    }
    this.expected = this.frames.length === 0 ? 'nothing' : 'comma or end';
  }
}

/** Also for a name such as `__proto__`. */
const define = (target: Record<string, unknown>, key: string, value: unknown): void =>
  void Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
