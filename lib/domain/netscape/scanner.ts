import { Tokenizer } from 'htmlparser2';
import { Attributes } from '@/lib/domain/netscape/attributes';
import { storable } from '@/lib/domain/netscape/entry';

/** What a scanner reports: tags that matter, in lower case, and the text that the sink asked for. */
export interface MarkupSink {
  /** A tag that only HTML has, of whatever meaning for a bookmark file. */
  markup(): void;
  /** Text is only cut out of the file while this is true. */
  readonly wantsText: boolean;
  open(tag: string, attributes: Attributes, line: number): void;
  close(tag: string): void;
  /** Raw text of the file, entities not decoded, in chunks of any size. */
  text(raw: string): void;
  doctype(text: string): void;
  /** The rest of the file, from this line on, is in a comment that is never closed. */
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
/** Tags that tell a page from other text with angle brackets, such as code or a feed. */
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

// Names are mostly written all upper or all lower case: both are looked up without making a new string.
const tagByName = new Map(tags.flatMap((tag) => [[tag, tag] as const, [tag.toUpperCase(), tag] as const]));

// A name is never longer than this; what a slice needs of the text before a chunk fits in here.
const tailLength = 256;

/**
 * Turns HTML into the few events that a bookmark file consists of. It keeps no stack, so depth costs nothing, and no
 * text but the tail of the last chunk, so a comment or an attribute of any size costs nothing either. Entities are
 * left to the sink, which lets the tokenizer skip through text and values instead of stepping.
 */
export class Scanner {
  private readonly tokenizer: Tokenizer;
  private readonly attributes = new Attributes();
  /** The first half of a surrogate pair that was parted between two chunks. */
  private halfPair = '';
  private tail = '';
  private chunk = '';
  /** Position of the chunk in the file. */
  private offset = 0;
  private tag = '';
  private tagLine = 1;
  private line = 1;
  private countedTo = 0;
  /** Where the last tag or text ends, and the line of that place once its chunk is read. A comment can begin there. */
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
   * Claimed always, so that `<title>` or `<textarea>`, which a careless program left unescaped in a bookmark's title,
   * is a tag like any other instead of swallowing the rest of the file.
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
    // Only what the file ends in is reported at the end.
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

  /** Text by position; empty where it began further back than is kept, which no name or text that counts does. */
  private slice(start: number, end: number): string {
    const from = start - this.offset;
    if (from >= 0) return this.chunk.slice(from, end - this.offset);
    const kept = from + this.tail.length;
    const reached = Math.max(0, end - this.offset);
    return kept < 0 ? '' : (this.tail + this.chunk.slice(0, reached)).slice(kept, kept + end - start);
  }

  /** Counts LF, CR LF and CR up to a position; most files have no CR, and for them the search is a native one. */
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
