import { isField, readField } from '@/lib/domain/query/fields';
import { joinNodes, negateNode, type Query, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/search-words';

export interface ParsedQuery {
  readonly query: Query;
  /** False if something that looks like an operator could not be parsed and counts as words. */
  readonly parsed: boolean;
}

/** Maximum nesting depth; deeper brackets are ignored. */
const depthMax = 32;
const run = /[^\s"“”„‟()]+/y;
const quote = /["“”„‟]/;
const straightEnd = /[^"]*(?:""[^"]*)*"(?!")/y;
const curlyEnd = /[^“”„‟]*[“”„‟]/y;
const operator = /^(?:OR|AND|NOT)(?:[\s()]|$)/;
const fieldStart = /^([a-z]+):/i;

/** A conjunction; each element is a list of alternatives. */
interface Group {
  readonly isNegated: boolean;
  readonly conjuncts: QueryNode[][];
  awaitsOperand: boolean;
  /** Whether an `AND` has no operand after it yet. */
  hasOpenAnd: boolean;
}

const newGroup = (isNegated: boolean): Group => ({
  isNegated,
  conjuncts: [],
  awaitsOperand: false,
  hasOpenAnd: false,
});

function add(group: Group, node: QueryNode): void {
  const last = group.awaitsOperand ? group.conjuncts.at(-1) : undefined;
  group.awaitsOperand = false;
  group.hasOpenAnd = false;
  if (last) last.push(node);
  else group.conjuncts.push([node]);
}

const orWord: QueryNode = { kind: 'word', text: 'or' };
const andWord: QueryNode = { kind: 'word', text: 'and' };

/** `OR` binds its two neighbors more tightly than a space; without one of them it is a word. */
function addOr(group: Group): void {
  if (group.conjuncts.length === 0) add(group, orWord);
  else group.awaitsOperand = true;
}

/** Conditions are joined by default, so `AND` changes nothing; without one of its operands it is a word. */
function addAnd(group: Group): void {
  if (group.conjuncts.length === 0) add(group, andWord);
  else group.hasOpenAnd = true;
}

function endGroup(group: Group): QueryNode | null {
  if (group.awaitsOperand) group.conjuncts.push([orWord]);
  else if (group.hasOpenAnd) group.conjuncts.push([andWord]);
  const alternatives = group.conjuncts.map((nodes) => joinNodes('or', nodes));
  const node = joinNodes(
    'and',
    alternatives.filter((one) => one !== null),
  );
  return node && group.isNegated ? negateNode(node) : node;
}

/** Parses the text in one pass, in linear time. */
class QueryReader {
  readonly #text: string;
  #at = 0;
  readonly #groups: [Group, ...Group[]] = [newGroup(false)];
  /** Number of open brackets beyond the maximum depth. */
  #ignored = 0;
  #parsed = true;
  #sort: QuerySort | null = null;
  #limit: number | null = null;
  /** The first token without a letter, digit or emoji; it is the query if there is nothing else. */
  #symbol: string | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ParsedQuery {
    while (this.#at < this.#text.length) this.#readNext();
    if (this.#groups.length > 1 || this.#ignored > 0) this.#parsed = false;
    while (this.#groups.length > 1) this.#close();
    const where = endGroup(this.#groups[0]);
    const symbol: QueryNode | null = this.#symbol === null ? null : { kind: 'word', text: this.#symbol };
    return { query: { where: where ?? symbol, sort: this.#sort, limit: this.#limit }, parsed: this.#parsed };
  }

  get #group(): Group {
    return this.#groups.at(-1) ?? this.#groups[0];
  }

  #readNext(): void {
    const hasNot = this.#readNot();
    const hasDash = this.#isNegation();
    this.#at += Number(hasDash);
    const isNegated = hasNot !== hasDash;
    const first = this.#text[this.#at] ?? '';
    if (first.trim() === '') this.#at += 1;
    else if (first === '(') this.#open(isNegated);
    else if (first === ')') this.#close();
    else if (quote.test(first)) this.#readPhrase(isNegated);
    else this.#readRun(isNegated);
  }

  /** `NOT` negates what follows, like a dash; at the end or before another operator it is a word. */
  #readNot(): boolean {
    if (!this.#text.startsWith('NOT', this.#at)) return false;
    const end = this.#at + 'NOT'.length;
    let next = end;
    while (next < this.#text.length && this.#text.charAt(next).trim() === '') next += 1;
    if (next === end || next === this.#text.length || this.#text[next] === ')') return false;
    if (operator.test(this.#text.slice(next, next + 'NOT'.length + 1))) return false;
    this.#at = next;
    return true;
  }

  /** Whether a dash negates what follows; two dashes are a command-line option. */
  #isNegation(): boolean {
    const next = this.#text[this.#at + 1] ?? '';
    return this.#text[this.#at] === '-' && next !== '-' && next !== ')' && next.trim() !== '';
  }

  #open(isNegated: boolean): void {
    this.#at += 1;
    this.#symbol ??= '(';
    if (this.#groups.length <= depthMax) this.#groups.push(newGroup(isNegated));
    else this.#ignored += 1;
  }

  #close(): void {
    this.#at += 1;
    if (this.#ignored > 0) {
      this.#ignored -= 1;
      this.#parsed = false;
      return;
    }
    const group = this.#groups.length > 1 ? this.#groups.pop() : undefined;
    if (group === undefined) this.#markUnparsed(')');
    else {
      const node = endGroup(group);
      if (node) add(this.#group, node);
    }
  }

  #readPhrase(isNegated: boolean): void {
    const text = this.#readQuoted();
    if (text === null) {
      this.#at += 1;
      this.#markUnparsed('"');
    } else if (queryWords(text).length === 0) this.#symbol ??= '""';
    else this.#add({ kind: 'phrase', text }, isNegated);
  }

  /** Reads quoted text, in which two quotes are one; null, without advancing, if it is not terminated. */
  #readQuoted(): string | null {
    const end = this.#text[this.#at] === '"' ? straightEnd : curlyEnd;
    end.lastIndex = this.#at + 1;
    const found = end.exec(this.#text);
    if (!found) return null;
    const text = this.#text.slice(this.#at + 1, end.lastIndex - 1);
    this.#at = end.lastIndex;
    return text.replaceAll('""', '"').replace(/\s+/g, ' ').trim();
  }

  #readRun(isNegated: boolean): void {
    run.lastIndex = this.#at;
    const text = run.exec(this.#text)?.[0] ?? '';
    this.#at = run.lastIndex;
    if (text === 'OR' && !isNegated) addOr(this.#group);
    else if (text === 'AND' && !isNegated) addAnd(this.#group);
    else if (text === 'OR' || text === 'AND' || text === 'NOT')
      this.#add({ kind: 'word', text: text.toLowerCase() }, isNegated);
    else if (text.startsWith('#')) this.#readField('tag', text.slice(1), text, isNegated);
    else if (text.startsWith('@')) this.#readField('collection', text.slice(1), text, isNegated);
    else {
      const name = fieldStart.exec(text)?.[1] ?? '';
      if (isField(name)) this.#readField(name, text.slice(name.length + 1), text, isNegated);
      else this.#addWord(text, isNegated);
    }
  }

  #readField(name: string, bare: string, text: string, isNegated: boolean): void {
    const quoted = bare === '' && quote.test(this.#text[this.#at] ?? '') ? this.#readQuoted() : null;
    const reading = readField(name, quoted ?? bare, quoted !== null);
    if (reading && 'kind' in reading) this.#add(reading, isNegated);
    else if (reading && !isNegated) {
      if ('sort' in reading) this.#sort = reading.sort;
      else this.#limit = reading.limit;
    } else {
      // A single `#` or `@` is not an attempt at a field.
      if (text.includes(':')) this.#parsed = false;
      // A negated sort order would be parsed as a sort order again if it were printed as a word.
      if (reading) this.#add({ kind: 'phrase', text }, isNegated);
      else this.#addWord(text, isNegated);
      if (quoted !== null && queryWords(quoted).length > 0)
        this.#add({ kind: 'phrase', text: quoted }, isNegated);
    }
  }

  #addWord(text: string, isNegated: boolean): void {
    if (queryWords(text).length === 0) this.#symbol ??= text;
    else this.#add({ kind: 'word', text }, isNegated);
  }

  #add(node: QueryNode, isNegated: boolean): void {
    add(this.#group, isNegated ? negateNode(node) : node);
  }

  #markUnparsed(symbol: string): void {
    this.#parsed = false;
    this.#symbol ??= symbol;
  }
}

/** Parses any text as a query, in linear time; unparsable parts count as words. */
export const parseQuery = (text: string): ParsedQuery => new QueryReader(text).read();
