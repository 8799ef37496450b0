import { z } from 'zod';
import { readDateTerm } from '@/lib/domain/query/date-term';
import { joinNodes, negateNode } from '@/lib/domain/query/nodes';
import { bookmarkTypes, querySorts, queryStates, type Query, type QueryNode } from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/query/query-words';
import { splitWords } from '@/lib/domain/search-words';
import { nodeNamed, readNames, type Names } from '@/provider/services/ask/name-rules';
import { asHost } from '@/provider/services/ask/sites';
import type { Vocabulary } from '@/provider/services/ask/vocabulary';

const text = z.string().trim().min(1).max(200);
const op = z.enum(['=', '>', '>=', '<', '<=']).default('=');
const date = text.transform((value, context) => {
  const term = readDateTerm(value);
  if (term !== null) return term;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});
const field = z.enum(['created', 'visited']);

const Condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('word'), text }),
  z.object({ kind: z.literal('phrase'), text }),
  z.object({ kind: z.enum(['title', 'url']), text, isPhrase: z.boolean().default(false) }),
  z.object({ kind: z.literal('tag'), name: text }),
  z.object({ kind: z.literal('collection'), name: text }),
  z.object({ kind: z.literal('site'), host: text }),
  z.object({ kind: z.literal('is'), state: z.enum(queryStates) }),
  z.object({ kind: z.literal('type'), type: z.enum(bookmarkTypes) }),
  z.object({ kind: z.literal('date'), field, op, value: date }),
  z.object({ kind: z.literal('dates'), field, from: date, to: date }),
  z.object({ kind: z.literal('visits'), op, count: z.int().min(0).max(1_000_000) }),
]);
const Group = z.object({ kind: z.enum(['and', 'or']), nodes: z.array(z.unknown()).max(24) });
const Denial = z.object({ kind: z.literal('not'), node: z.unknown() });
const Answer = z.object({ where: z.unknown(), sort: z.unknown(), limit: z.unknown() }).partial();
const Sort = z.enum(querySorts);
const Limit = z.int().min(1).max(10_000);

const depthMax = 4;

interface Limits {
  names: Names;
  /** The words of the question: the model may leave some out, and adds none. */
  words: ReadonlySet<string>;
}

/**
 * The query in the answer of a model. What the question or the library does not have is dropped: words, collections and
 * tags that were made up, dates and states that do not exist. Null where nothing is left.
 */
export function readModelAnswer(answer: unknown, question: string, vocabulary: Vocabulary): Query | null {
  const read = Answer.safeParse(answer);
  if (!read.success) return null;
  const limits = { names: readNames(vocabulary), words: new Set(splitWords(question)) };
  const where = readNode(read.data.where, limits, depthMax);
  const sort = Sort.safeParse(read.data.sort).data ?? null;
  const limit = Limit.safeParse(read.data.limit).data ?? null;
  return where === null && sort === null && limit === null ? null : { where, sort, limit };
}

function readNode(value: unknown, limits: Limits, depth: number): QueryNode | null {
  const group = Group.safeParse(value);
  if (group.success) {
    if (depth === 0) return null;
    const nodes = group.data.nodes.map((node) => readNode(node, limits, depth - 1));
    return joinNodes(group.data.kind, nodes.filter((node) => node !== null)); // prettier-ignore
  }
  const denial = Denial.safeParse(value);
  if (denial.success) {
    const node = depth === 0 ? null : readNode(denial.data.node, limits, depth - 1);
    return node && negateNode(node);
  }
  const condition = Condition.safeParse(value);
  return condition.success ? known(condition.data, limits) : null;
}

function known(condition: z.infer<typeof Condition>, { names, words }: Limits): QueryNode | null {
  switch (condition.kind) {
    case 'word':
    case 'phrase':
    case 'title':
    case 'url': {
      const asked = queryWords(condition.text);
      return asked.length > 0 && asked.every((word) => words.has(word)) ? condition : null;
    }
    case 'tag':
    case 'collection':
      return nodeNamed(names[condition.kind], condition.name);
    case 'site': {
      const host = asHost(condition.host.toLowerCase());
      return host === null ? null : { kind: 'site', host };
    }
    case 'date':
      return condition.value === 'never' && (condition.field === 'created' || condition.op !== '=')
        ? null
        : condition;
    case 'dates':
      return condition.from === 'never' || condition.to === 'never' ? null : condition;
    default:
      return condition;
  }
}
