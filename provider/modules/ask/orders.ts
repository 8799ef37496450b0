import { type QuerySort } from '@/lib/domain/query/query';
import { expand, readNumber, slot } from '@/provider/modules/ask/phrases';
import { pattern, type Item, type TokenList } from '@/provider/modules/ask/tokens';

const orders = (['relevance', 'oldest', 'visits', 'visited', 'title', 'newest'] as const).map((sort) => ({
  rule: pattern(slot((language) => language.order[sort])),
  sort,
}));

/** A number before its things, whose order is given or none. */
const plainLimits = [
  '[the|os|as|my|meus] {n:count}(?= (?:(?:{anyNoun}|favou?rites|favorit[oa]s) )?<sort>)',
  '(?<=<sort> ){n:count}',
  '{begins}(?:(?:the|os|as) )?{n:count}(?= {anyNoun} )',
];
const limits: readonly { rule: RegExp; sort: QuerySort | null }[] = [
  ...(['visits', 'newest', 'oldest'] as const).map((sort) => ({
    rule: pattern(slot(({ limit }) => limit[sort])),
    sort,
  })),
  ...plainLimits.map((phrase) => ({ rule: pattern(expand(phrase)), sort: null })),
];
const single = pattern(slot(({ one }) => one.last));
const earliest = pattern(slot(({ one }) => one.first));
const firstThing = pattern(slot(({ one }) => one.vague));
const latest = pattern(slot((language) => language.latest));

const order = (sort: QuerySort): Item => ({ kind: 'sort', sort });

/** An event and an adverb in either order: `recipes I opened recently`, `receitas que abri recentemente`. */
const recent = (event: string, question: string): RegExp =>
  pattern(
    expand(
      `{who}(?:{were} )?${event} [by me|por mim] {recently}|{who}{recently} (?:{who})?${event} [by me|por mim]|[what] did (i|we) ${question} {recently}`,
    ),
  );
const recentOrders = [
  { rule: recent('{opened}', '{open}'), sort: 'visited' },
  { rule: recent('{saved}', '{save}'), sort: 'newest' },
] as const;

/** Finds sort orders. Runs before findTimes, because `opened` in an order does not mean a visit. */
export function findOrders(list: TokenList): void {
  for (const { rule, sort } of [...orders, ...recentOrders]) list.rewrite(rule, () => order(sort));
  list.rewrite(laterFirst, () => ({ kind: 'gap' }));
}

/** The rest of an order that encloses its noun: `newest favorites first`. */
const laterFirst = pattern('(?<=<sort>(?: [^ ,<>]+){1,3} )(?:first|primeiro)(?= (?:$|,|<))');

/** Finds limits with the order that they imply. Runs after findDates, because of `the last 3 days`. */
export function findLimits(list: TokenList): void {
  for (const { rule, sort } of limits) {
    list.rewrite(rule, (found) => {
      const limit = readNumber(found.sign('n'));
      return limit > 0 ? { kind: 'limit', limit, sort } : null;
    });
  }
  list.rewrite(single, () => ({ kind: 'limit', limit: 1, sort: 'newest' }));
  list.rewrite(earliest, () => ({ kind: 'limit', limit: 1, sort: 'oldest' }));
  list.rewrite(firstThing, () => ({ kind: 'limit', limit: 1, sort: 'oldest', isVague: true }));
  list.rewrite(latest, () => order('newest'));
}
