import { isField, readField } from '@/lib/domain/query/fields';
import { joinNodes, negateNode, type Query, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/search-words';

export interface ParsedQuery {
  readonly query: Query;
  /** False when something that looks like an operator could not be read and counts as words. */
  readonly parsed: boolean;
}

/** Brackets inside so many others are left out. */
const depthMax = 32;
const run = /[^\s"“”„‟()]+/y;
const quote = /["“”„‟]/;
const straightEnd = /[^"]*(?:""[^"]*)*"(?!")/y;
const curlyEnd = /[^“”„‟]*[“”„‟]/y;
const operator = /^(?:OR|AND|NOT)(?:[\s()]|$)/;
const fieldStart = /^([a-z]+):/i;

/** Conditions that all count; each is a list of those of which one is enough. */
interface Group {
  readonly isNegated: boolean;
  readonly conjuncts: QueryNode[][];
  awaitsOperand: boolean;
  /** An `AND` that no operand has followed yet. */
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

const either: QueryNode = { kind: 'word', text: 'or' };
const both: QueryNode = { kind: 'word', text: 'and' };

/** `OR` joins its two neighbours, closer than the space between other words; without one of them it is a word. */
function addOr(group: Group): void {
  if (group.conjuncts.length === 0) add(group, either);
  else group.awaitsOperand = true;
}

/** Conditions are joined anyway, so `AND` changes nothing; without one of its operands it is a word. */
function addAnd(group: Group): void {
  if (group.conjuncts.length === 0) add(group, both);
  else group.hasOpenAnd = true;
}

function endGroup(group: Group): QueryNode | null {
  if (group.awaitsOperand) group.conjuncts.push([either]);
  else if (group.hasOpenAnd) group.conjuncts.push([both]);
  const alternatives = group.conjuncts.map((nodes) => joinNodes('or', nodes));
  const node = joinNodes(
    'and',
    alternatives.filter((one) => one !== null),
  );
  return node && group.isNegated ? negateNode(node) : node;
}

/** One pass over the text; no sign is looked at more than a few times. */
class QueryReader {
  readonly #text: string;
  #at = 0;
  readonly #groups: [Group, ...Group[]] = [newGroup(false)];
  /** Brackets that are open beyond the depth that counts. */
  #ignored = 0;
  #parsed = true;
  #sort: QuerySort | null = null;
  #limit: number | null = null;
  /** The first thing without a letter, digit or emoji: all that is meant where there is nothing else. */
  #sign: string | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ParsedQuery {
    while (this.#at < this.#text.length) this.#readNext();
    if (this.#groups.length > 1 || this.#ignored > 0) this.#parsed = false;
    while (this.#groups.length > 1) this.#close();
    const where = endGroup(this.#groups[0]);
    const sign: QueryNode | null = this.#sign === null ? null : { kind: 'word', text: this.#sign };
    return { query: { where: where ?? sign, sort: this.#sort, limit: this.#limit }, parsed: this.#parsed };
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

  /** `NOT` in front of something negates it, as a dash does; at the end or before another operator it is a word. */
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

  /** A dash in front of something; two are how an option of a command begins. */
  #isNegation(): boolean {
    const next = this.#text[this.#at + 1] ?? '';
    return this.#text[this.#at] === '-' && next !== '-' && next !== ')' && next.trim() !== '';
  }

  #open(isNegated: boolean): void {
    this.#at += 1;
    this.#sign ??= '(';
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
    if (group === undefined) this.#misread(')');
    else {
      const node = endGroup(group);
      if (node) add(this.#group, node);
    }
  }

  #readPhrase(isNegated: boolean): void {
    const text = this.#readQuoted();
    if (text === null) {
      this.#at += 1;
      this.#misread('"');
    } else if (queryWords(text).length === 0) this.#sign ??= '""';
    else this.#add({ kind: 'phrase', text }, isNegated);
  }

  /** The quoted text here, in which two quotes are one; null, without advancing, where they do not end. */
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
      // A sign on its own is no attempt at a field.
      if (text.includes(':')) this.#parsed = false;
      // An order that is negated would be one again as a word.
      if (reading) this.#add({ kind: 'phrase', text }, isNegated);
      else this.#addWord(text, isNegated);
      if (quoted !== null && queryWords(quoted).length > 0)
        this.#add({ kind: 'phrase', text: quoted }, isNegated);
    }
  }

  #addWord(text: string, isNegated: boolean): void {
    if (queryWords(text).length === 0) this.#sign ??= text;
    else this.#add({ kind: 'word', text }, isNegated);
  }

  #add(node: QueryNode, isNegated: boolean): void {
    add(this.#group, isNegated ? negateNode(node) : node);
  }

  #misread(sign: string): void {
    this.#parsed = false;
    this.#sign ??= sign;
  }
}

/** Reads any text as a query, in time that grows with its length; what cannot be read counts as words. */
export const parseQuery = (text: string): ParsedQuery => new QueryReader(text).read();
