import { Tokenizer } from 'htmlparser2';
import { Attributes } from '@/lib/formats/netscape/attributes';
import { storable } from '@/lib/formats/text';

/** Receives the events of a scanner: relevant tags, in lower case, and requested text. */
export interface MarkupSink {
  /** Called for an HTML tag that is irrelevant for bookmark files. */
  markup(): void;
  /** Text is only extracted while this is true. */
  readonly wantsText: boolean;
  open(tag: string, attributes: Attributes, line: number): void;
  close(tag: string): void;
  /** Raw text of the file without entity decoding, in chunks of any size. */
  text(raw: string): void;
  doctype(text: string): void;
  /** The rest of the file, from this line on, is inside an unclosed comment. */
  unclosedComment(line: number): void;
  end(): void;
}

const tags = [
  'a',
  'dt',
  'dd',
  'dl',
  'ul',
  'ol',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'br',
  'p',
  'script',
  'style',
];
/** Tags that distinguish a page from other text with angle brackets, such as code or a feed. */
const pageTags = new Set([
  'html',
  'head',
  'body',
  'title',
  'meta',
  'div',
  'span',
  'table',
  'main',
  'section',
  'article',
]);
const withAttributes = new Set(['a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

// Names are mostly all upper or all lower case: both are looked up without creating a new string.
const tagByName = new Map(tags.flatMap((tag) => [[tag, tag] as const, [tag.toUpperCase(), tag] as const]));

// Maximum number of characters before a chunk that a slice needs; names are never longer.
const tailLength = 256;

/**
 * Converts HTML to the events that are relevant for bookmark files. It has no stack and buffers only the tail of the
 * last chunk, so depth and the size of comments or attributes do not affect memory. The sink decodes entities, which
 * allows the tokenizer to skip through text and values quickly.
 */
export class Scanner {
  private readonly tokenizer: Tokenizer;
  private readonly attributes = new Attributes();
  /** The high surrogate of a pair that was split between two chunks. */
  private halfPair = '';
  private tail = '';
  private chunk = '';
  /** Position of the chunk in the file. */
  private offset = 0;
  private tag = '';
  private tagLine = 1;
  private line = 1;
  private countedTo = 0;
  /** End of the last tag or text, where a comment can begin, and its line once the chunk is read. */
  private endOfLast = 0;
  private lineOfLast = 1;
  private isEnding = false;
  private hasReturns = false;
  private afterReturn = false;

  constructor(private readonly sink: MarkupSink) {
    this.tokenizer = new Tokenizer({ decodeEntities: false }, this);
  }

  write(text: string): void {
    const joined = this.halfPair + text;
    const last = joined.charCodeAt(joined.length - 1);
    this.halfPair = last >= 0xd800 && last <= 0xdbff ? joined.slice(-1) : '';
    this.scan(storable(this.halfPair === '' ? joined : joined.slice(0, -1)));
  }

  private scan(chunk: string): void {
    this.tail = (this.tail + this.chunk).slice(-tailLength);
    this.offset += this.chunk.length;
    this.chunk = chunk;
    this.hasReturns = this.afterReturn || chunk.includes('\r');
    this.tokenizer.write(chunk);
    if (this.endOfLast >= this.countedTo) {
      this.countLines(this.endOfLast);
      this.lineOfLast = this.line;
    }
    this.countLines(this.offset + chunk.length);
  }

  end(): void {
    this.scan(storable(this.halfPair));
    this.isEnding = true;
    this.tokenizer.end();
  }

  /**
   * Always returns true, so that an unescaped `<title>` or `<textarea>` in a bookmark's title is an ordinary tag
   * instead of consuming the rest of the file.
   */
  isInForeignContext(): boolean {
    return true;
  }

  onopentagname(start: number, end: number): void {
    const name = this.slice(start, end);
    this.tag = tagByName.get(name) ?? tagByName.get(name.toLowerCase()) ?? '';
    if (this.tag === '' && pageTags.has(name.toLowerCase())) this.sink.markup();
    if (this.tag === 'a') {
      this.countLines(start);
      this.tagLine = this.line;
    }
    this.attributes.clear();
  }

  onopentagend(end: number): void {
    this.endOfLast = end;
    if (this.tag !== '') this.sink.open(this.tag, this.attributes, this.tagLine);
    this.tag = '';
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    this.endOfLast = end;
    const name = this.slice(start, end);
    const tag = tagByName.get(name) ?? tagByName.get(name.toLowerCase());
    if (tag !== undefined) this.sink.close(tag);
  }

  onattribname(start: number, end: number): void {
    if (withAttributes.has(this.tag)) this.attributes.begin(this.slice(start, end));
  }

  onattribdata(start: number, end: number): void {
    if (this.attributes.isOpen) this.attributes.append(this.slice(start, end));
  }

  onattribend(): void {
    this.attributes.end();
  }

  ontext(start: number, end: number): void {
    if (this.sink.wantsText) this.sink.text(this.slice(start, end));
    this.endOfLast = end;
  }

  ondeclaration(start: number, end: number): void {
    this.endOfLast = end;
    this.sink.doctype(this.slice(start, end));
  }

  oncomment(start: number, end: number): void {
    // Only a comment at the end of the file is reported.
    if (this.isEnding && end > start) this.sink.unclosedComment(this.lineOfLast);
    this.endOfLast = end;
  }

  onend(): void {
    this.sink.end();
  }

  oncdata(): void {}
  onprocessinginstruction(_start: number, end: number): void {
    this.endOfLast = end;
  }
  onattribentity(): void {}
  ontextentity(): void {}

  /** Returns text by position; empty if it began before the buffered tail, which no relevant name or text does. */
  private slice(start: number, end: number): string {
    const from = start - this.offset;
    if (from >= 0) return this.chunk.slice(from, end - this.offset);
    const tailStart = from + this.tail.length;
    const chunkEnd = Math.max(0, end - this.offset);
    return tailStart < 0
      ? ''
      : (this.tail + this.chunk.slice(0, chunkEnd)).slice(tailStart, tailStart + end - start);
  }

  /** Counts LF, CR LF and CR up to a position. Most files have no CR and use the fast native search. */
  private countLines(position: number): void {
    const from = this.countedTo - this.offset;
    const to = Math.min(position - this.offset, this.chunk.length);
    if (to <= from) return;
    this.countedTo = position;
    if (this.hasReturns) return this.countEachLine(from, to);
    for (let at = this.chunk.indexOf('\n', from); at >= 0 && at < to; at = this.chunk.indexOf('\n', at + 1)) {
      this.line += 1;
    }
  }

  private countEachLine(from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const code = this.chunk.charCodeAt(at);
      if (code === 13 || (code === 10 && !this.afterReturn)) this.line += 1;
      this.afterReturn = code === 13;
    }
  }
}
