import {
  bookmarkTypes,
  conjunctsOf,
  joinNodes,
  namedSpans,
  negateNode,
  queryStates,
  type DateField,
  type DateOp,
  type Query,
  type QueryNode,
} from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';

/** Fields of a rule; `text` is a part of a query that has no specific row. */
export const ruleFields = [
  'word',
  'title',
  'site',
  'tag',
  'collection',
  'type',
  'is',
  'created',
  'visited',
  'visits',
  'text',
] as const;
export type RuleField = (typeof ruleFields)[number];

const sides = ['is', 'not'] as const;
const dateOps = ['within', 'during', 'on', 'before', 'after', 'past'] as const;

/** Operators of each field; a new rule starts with the first one. */
export const ruleOps = {
  word: sides,
  title: sides,
  site: sides,
  tag: sides,
  collection: sides,
  type: sides,
  is: sides,
  created: dateOps,
  visited: [...dateOps, 'never', 'ever'],
  visits: ['>', '>=', '=', '<=', '<'],
  text: ['is'],
} as const satisfies Record<RuleField, readonly string[]>;
export type RuleOp = (typeof ruleOps)[RuleField][number];

/** One row: `tag` `is` `trains`. Values are texts as in a query, and empty while nothing is chosen. */
export interface Rule {
  readonly field: RuleField;
  readonly op: RuleOp;
  readonly value: string;
}

export interface RuleSet {
  /** Whether all of the rules have to match, or any of them. */
  readonly match: 'all' | 'any';
  readonly rules: readonly Rule[];
  /** Order and limit, which no row shows and which stay unchanged. */
  readonly rest: Pick<Query, 'sort' | 'limit'>;
}

const duration = /^\d+[dwmy]$/;
const fullDay = /^\d{4}-\d\d-\d\d$/;
const isSpan = (value: string): boolean => (namedSpans as readonly string[]).includes(value);

/** A rule with nothing chosen yet. */
export function blankRule(field: RuleField): Rule {
  const first: Partial<Record<RuleField, string>> = {
    type: bookmarkTypes[0],
    is: queryStates[0],
    created: '30d',
    visited: '30d',
    visits: '5',
  };
  return { field, op: ruleOps[field][0], value: first[field] ?? '' };
}

/** Returns the rule with another operator; its value is reset if the operator cannot take it. */
export function withOp(rule: Rule, op: RuleOp): Rule {
  const fits: Partial<Record<RuleOp, (value: string) => boolean>> = {
    within: (value) => duration.test(value),
    past: (value) => duration.test(value),
    during: isSpan,
    on: (value) => fullDay.test(value),
    before: (value) => fullDay.test(value),
    after: (value) => fullDay.test(value),
  };
  const start: Partial<Record<RuleOp, string>> = { within: '30d', past: '30d', during: 'this-week' };
  const fit = fits[op];
  return { ...rule, op, value: !fit || fit(rule.value) ? rule.value : (start[op] ?? '') };
}

const noOrder = { sort: null, limit: null } as const;
const printNode = (where: QueryNode): string => printQuery({ where, ...noOrder });

/** Returns the rows of a query. A part that no row can show is put into one as text. */
export function rulesOf(text: string): RuleSet {
  const { where, ...rest } = parseQuery(text).query;
  const isAny = where?.kind === 'or';
  const nodes = isAny ? where.nodes : conjunctsOf(where);
  return {
    match: isAny ? 'any' : 'all',
    rules: nodes.map((node) => ruleOf(node) ?? { field: 'text', op: 'is', value: printNode(node) }),
    rest,
  };
}

function ruleOf(node: QueryNode): Rule | null {
  if (node.kind !== 'not') return plainRule(node);
  const inner = plainRule(node.node);
  if (inner?.op === 'is' && inner.field !== 'text') return { ...inner, op: 'not' };
  return inner?.op === 'never' ? { ...inner, op: 'ever' } : null;
}

function plainRule(node: QueryNode): Rule | null {
  const is = (field: RuleField, value: string): Rule => ({ field, op: 'is', value });
  switch (node.kind) {
    case 'word':
    case 'phrase':
      return is('word', node.text);
    case 'title':
      return is('title', node.text);
    case 'tag':
    case 'collection':
      return is(node.kind, node.name);
    case 'site':
      return is('site', node.host);
    case 'is':
      return is('is', node.state);
    case 'type':
      return is('type', node.type);
    case 'visits':
      return { field: 'visits', op: node.op, value: String(node.count) };
    case 'date':
      return dateRule(node);
    default:
      return null;
  }
}

function dateRule({ field, op, value }: QueryNode & { kind: 'date' }): Rule | null {
  const found = dateOpOf(op, value);
  return found && { field, op: found, value: found === 'never' ? '' : value };
}

function dateOpOf(op: DateOp, value: string): RuleOp | null {
  if (duration.test(value)) return op === '=' ? 'within' : op === '<' ? 'past' : null;
  if (op === '=' && value === 'never') return 'never';
  if (op === '=' && isSpan(value)) return 'during';
  if (!fullDay.test(value)) return null;
  return op === '=' ? 'on' : op === '<' ? 'before' : op === '>' ? 'after' : null;
}

/** Returns the query text of the rows; rows with nothing chosen yet are ignored. */
export function textOf({ match, rules, rest }: RuleSet): string {
  const nodes = rules.map(nodeOf).filter((node) => node !== null);
  return printQuery({ where: joinNodes(match === 'all' ? 'and' : 'or', nodes), ...rest });
}

function nodeOf(rule: Rule): QueryNode | null {
  const node = plainNode(rule);
  return node && (rule.op === 'not' || rule.op === 'ever') ? negateNode(node) : node;
}

function plainNode({ field, op, value: typed }: Rule): QueryNode | null {
  const value = typed.trim();
  if (value === '' && op !== 'never' && op !== 'ever') return null;
  switch (field) {
    case 'word':
      return /\s/.test(value) ? { kind: 'phrase', text: value } : { kind: 'word', text: value };
    case 'title':
      return { kind: 'title', text: value, isPhrase: /\s/.test(value) };
    case 'tag':
      return named('tag', value.replace(/^#/, ''));
    case 'collection':
      return named('collection', value);
    case 'visits':
      return {
        kind: 'visits',
        op: op as DateOp,
        count: Math.min(Number.parseInt(value, 10) || 0, 999_999_999),
      };
    case 'created':
    case 'visited':
      return dateNode(field, op, value);
    // Parsed like typed text: an address is reduced to its host.
    case 'site':
      return parseQuery(`site:"${value.replaceAll('"', '')}"`).query.where;
    case 'type':
    case 'is':
      return parseQuery(`${field}:${value}`).query.where;
    case 'text':
      return parseQuery(value).query.where;
  }
}

const named = (kind: 'tag' | 'collection', name: string): QueryNode | null =>
  name === '' ? null : { kind, name };

function dateNode(field: DateField, op: RuleOp, value: string): QueryNode {
  if (op === 'never' || op === 'ever') return { kind: 'date', field, op: '=', value: 'never' };
  const sign: DateOp = op === 'before' || op === 'past' ? '<' : op === 'after' ? '>' : '=';
  return { kind: 'date', field, op: sign, value };
}
