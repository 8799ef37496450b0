import type { DateField, DateOp, QueryNode } from '@/lib/domain/query/query';
import { between, dateNode, isSpan, spanOf, unitOf } from '@/provider/modules/ask/dates';
import type { DatePhrases } from '@/provider/modules/ask/language';
import { expand, readNumber, slot } from '@/provider/modules/ask/phrases';
import {
  pattern,
  type Found,
  type Item,
  type Token,
  type TokenList,
  type When,
} from '@/provider/modules/ask/tokens';

const recently = expand('{recently}');

const operators: readonly (readonly [RegExp, DateOp])[] = [
  [new RegExp(`^${expand('{more}')}$`), '>'],
  [new RegExp(`^${expand('{atLeast}')}$`), '>='],
  [new RegExp(`^${expand('{less}')}$`), '<'],
  [new RegExp(`^${expand('{atMost}')}$`), '<='],
];
const operator = expand('(?<op>(?:{more}|{atLeast}|{less}|{atMost}|{exactly}))');
const times = pattern(
  `${expand('{who}{opened}')} (?:${operator} )?(?:${expand('{n:number} {times}')}|(?<once>once|twice))|(?:(?:with|having|com) )?${operator} ${expand('{n:number} {visits}')}`,
);
const longAgo = pattern(
  expand(
    '{who}{neither} {anyOpened} {forSpan} [over|more than|mais de|at least] [the last|the past] {n:number} {u:unit}',
  ),
);
const never = pattern(slot(({ visit }) => visit.never));

// What was opened was not necessarily read: users mark what they have read.
const unread = pattern(slot(({ visit }) => visit.unread));

const ageOf = (found: Found): string => `${readNumber(found.sign('n'))}${unitOf(found.sign('u'))}`;
const visited = (node: QueryNode): Item => ({ kind: 'visit', node });

/** Finds numbers of visits and `not for a year`. Runs before findDates, which would match `há um ano`. */
export function findVisits(list: TokenList): void {
  list.rewrite(unread, () => visited({ kind: 'not', node: { kind: 'is', state: 'read' } }));
  list.rewrite(times, (found) => {
    const op = operators.find(([words]) => words.test(found.sign('op')))?.[1] ?? '=';
    const once = found.sign('once');
    const count = once === '' ? readNumber(found.sign('n')) : once === 'once' ? 1 : 2;
    return visited({ kind: 'visits', op, count });
  });
  list.rewrite(longAgo, (found) => {
    const value = ageOf(found);
    if (!isSpan(spanOf(value))) return null;
    return visited({ kind: 'not', node: { kind: 'date', field: 'visited', op: '=', value } });
  });
}

const whenOf = (token: Token | null): When | null => {
  if (token?.item?.kind === 'when') return token.item.when;
  return token?.item && 'span' in token.item ? { op: '=', span: token.item.span } : null;
};
const when = (found: Found, op: When['op']): Item | null => {
  const read = whenOf(found.token('d'));
  return read && { kind: 'when', when: { ...read, op } };
};

const range = pattern(
  expand(
    `[${slot(({ date }) => date.between)}] [{article}] (?<a>{span}) ${slot(({ date }) => date.until)} [{article}] (?<b>{span})`,
  ),
);
const older = pattern(slot(({ date }) => date.older));
const newer = pattern(slot(({ date }) => date.newer));

/** A preposition and a span of time. */
const preposition = (name: keyof DatePhrases, more = ''): RegExp =>
  pattern(`${slot(({ date }) => date[name])} ${expand('[{article}] (?<d>{span})')}${more}`);
const prepositions: readonly (readonly [RegExp, When['op']])[] = [
  [preposition('before'), '<'],
  [preposition('after'), '>'],
  [preposition('since', `|from ${expand('[{article}] (?<d>{span}) (on|onwards?)')}`), '>='],
  [preposition('upTo'), '<='],
  [preposition('within'), '='],
  [pattern(`${slot(({ date }) => date.of)} ${expand('[{article}] (?<d><date>)')}|${expand('{dates}')}${slot(({ date }) => date.of)} ${expand('[{article}] (?<d>{span})')}`), '='],
]; // prettier-ignore
const alone = [pattern('(?:(?:the|of|os|as) )?(?<d><date>)'), pattern(`(?<d><day>)${expand('{ends}')}`)];

/** Finds ages. Runs before findDates, which would read `2 years ago` as that year. */
export function findAges(list: TokenList): void {
  const within =
    (op: When['op']) =>
    (found: Found): Item | null => {
      const span = spanOf(ageOf(found));
      return isSpan(span) ? { kind: 'when', when: { op, span } } : null;
    };
  list.rewrite(older, within('<'));
  list.rewrite(newer, within('='));
}

const notSeen = pattern(expand('{who}{neither} {anyOpened} (?<d>{time})'));
const seen = pattern(slot(({ visit }) => visit.seen));
const made = pattern(slot(({ visit }) => visit.saved));
const seenAtAll = pattern(slot(({ visit }) => visit.ever));
const reading = pattern(slot(({ visit }) => visit.reading));
// In `what I read about Rust last week`, the week is that of the reading, whatever words are between them.
const wordsBetween = '(?: [^<, ]+){1,6}';
const thenSeen = pattern(`(?<=<reading>${wordsBetween} )(?<d><when>)`);
const recentlySeen = pattern(`(?<=<reading>${wordsBetween} )${recently}`);
const seenThen = pattern(`<reading>(?=${wordsBetween} <visit> )`);
const seenSoOften = pattern('(?<=<visit> )(?<d><when>)');
const madeAtAll = pattern(slot(({ visit }) => visit.savedAtAll));

/** Assigns spans of time to visits, or to the creation if the question mentions no event. */
export function findTimes(list: TokenList): void {
  list.rewrite(range, (found) => {
    const [first, second] = [whenOf(found.token('a')), whenOf(found.token('b'))];
    return first && second && { kind: 'when', when: { op: '=', span: between(first.span, second.span) } };
  });
  for (const [rule, op] of prepositions) list.rewrite(rule, (found) => when(found, op));
  for (const rule of alone) list.rewrite(rule, (found) => when(found, '='));
  const at = (field: DateField) => (found: Found) => {
    const read = whenOf(found.token('d'));
    return read && visited(dateNode(field, read));
  };
  list.rewrite(notSeen, (found) => {
    const read = whenOf(found.token('d'));
    return read && visited({ kind: 'not', node: dateNode('visited', read) });
  });
  list.rewrite(never, () => visited({ kind: 'date', field: 'visited', op: '=', value: 'never' }));
  list.rewrite(seen, at('visited'));
  list.rewrite(seenSoOften, at('visited'));
  list.rewrite(made, at('created'));
  for (const rule of [reading, seenAtAll]) list.rewrite(rule, () => ({ kind: 'reading' }));
  list.rewrite(thenSeen, at('visited'));
  list.rewrite(seenThen, () => ({ kind: 'gap' }));
  list.rewrite(recentlySeen, () => ({ kind: 'sort', sort: 'visited' }));
  list.rewrite(pattern('<reading>'), () =>
    visited({ kind: 'not', node: { kind: 'date', field: 'visited', op: '=', value: 'never' } }),
  );
  list.rewrite(madeAtAll, () => ({ kind: 'gap' }));
  list.rewrite(pattern('(?<d><when>)'), at('created'));
  list.release('maybe');
  list.release('day');
}
