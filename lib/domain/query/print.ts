import { withoutCommas } from '@/lib/domain/query/fields';
import { isGroup, simplifyNode, type Condition, type Query, type QueryNode } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';

const bare = /^[^\s"“”„‟()]+$/;
/** Deeper trees are printed without optional brackets, because the parser limits the depth. */
const readableLevels = 16;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const isBare = (text: string): boolean => bare.test(text) && withoutCommas(text) === text;
const name = (text: string): string => (isBare(text) ? text : quoted(text));

/** Returns the text that parses to this query, in canonical form. */
export function printQuery({ where, sort, limit }: Query): string {
  const simple = where && simplifyNode(where);
  const parts = simple ? [printNode(simple, levelsOf(simple) <= readableLevels)] : [];
  if (sort !== null) parts.push(`sort:${sort}`);
  if (limit !== null) parts.push(`limit:${limit}`);
  return parts.join(' ');
}

const levelsOf = (node: QueryNode): number =>
  isGroup(node)
    ? 1 + node.nodes.reduce((most, inner) => Math.max(most, levelsOf(inner)), 0)
    : node.kind === 'not'
      ? levelsOf(node.node)
      : 0;

function printNode(node: QueryNode, isReadable: boolean): string {
  if (node.kind === 'not') return printNegation(node.node, isReadable);
  if (!isGroup(node)) return printCondition(node);
  const [bracketed, separator] = node.kind === 'or' ? ['and', ' OR '] : [isReadable ? 'or' : '', ' '];
  return node.nodes.map((inner) => inBrackets(inner, inner.kind === bracketed, isReadable)).join(separator);
}

function printNegation(node: QueryNode, isReadable: boolean): string {
  const text = inBrackets(node, isGroup(node), isReadable);
  return text.startsWith('-') ? `-(${text})` : `-${text}`;
}

function inBrackets(node: QueryNode, needsBrackets: boolean, isReadable: boolean): string {
  const text = printNode(node, isReadable);
  return needsBrackets ? `(${text})` : text;
}

/** Prints one condition without brackets or dashes. */
export function printCondition(node: Condition): string {
  switch (node.kind) {
    case 'word':
      return readsAsWord(node.text) ? node.text : quoted(node.text);
    case 'phrase':
      return quoted(node.text);
    case 'tag':
      return `#${name(node.name)}`;
    case 'collection':
      return `@${name(node.name)}`;
    case 'title':
    case 'url':
      return `${node.kind}:${!node.isPhrase && isBare(node.text) ? node.text : quoted(node.text)}`;
    default:
      return `${node.kind === 'date' || node.kind === 'dates' ? node.field : node.kind}:${printValue(node)}`;
  }
}

function printValue(
  node: Exclude<Condition, { kind: 'word' | 'phrase' | 'tag' | 'collection' | 'title' | 'url' }>,
): string {
  switch (node.kind) {
    case 'site':
      return name(node.host);
    case 'is':
      return node.state;
    case 'type':
      return node.type;
    case 'date':
      return (node.op === '=' ? '' : node.op) + node.value;
    case 'dates':
      return `${node.from}..${node.to}`;
    case 'visits':
      return (node.op === '=' ? '' : node.op) + String(node.count);
  }
}

function readsAsWord(text: string): boolean {
  const { where } = parseQuery(text).query;
  return where?.kind === 'word' && where.text === text;
}
