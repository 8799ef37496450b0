import type { QueryNode } from '@/lib/domain/query/query';
import type { Candidate } from '@/provider/modules/search/closest-statement';

/** What is kept and what is left out of a question whose conditions and words do not all meet. */
export interface Choice {
  hits: Candidate[];
  /** Places of the conditions that these hits do not fulfil. */
  dropped: number[];
}

/** A condition is dropped where hits without it have words that weigh so many times more. */
const muchBetter = 4;
/** Hits with less than this part of the best score are left out. */
const closeness = 0.5;

const order: readonly QueryNode['kind'][] = [
  'not', 'type', 'or', 'site', 'visits', 'date', 'dates', 'tag', 'collection', 'is', 'title', 'url',
]; // prettier-ignore

/** Places of conditions in the order in which they are given up: the kind of page first, a mark of the user last. */
export const dropOrder = (conditions: readonly QueryNode[]): number[] =>
  conditions
    .map((node, place) => ({ place, rank: order.indexOf(node.kind) }))
    .toSorted((a, b) => a.rank - b.rank || b.place - a.place)
    .map(({ place }) => place);

/** The sets of conditions that may be dropped, the least first: none, each alone, then more and more of them. */
export function dropSets(conditions: readonly QueryNode[]): number[][] {
  const places = dropOrder(conditions);
  const more = places.slice(1).map((_, index) => places.slice(0, index + 2));
  return [[], ...places.map((place) => [place]), ...more];
}

const best = (hits: readonly Candidate[]): number => Math.max(0, ...hits.map(({ score }) => score));

/** The closest hits, and the fewest conditions that have to be dropped for them. */
export function chooseClosest(
  conditions: readonly QueryNode[],
  candidates: readonly Candidate[],
): Choice | null {
  const most = best(candidates);
  for (const dropped of dropSets(conditions)) {
    const hits = candidates.filter(({ fulfils }) =>
      fulfils.every((isFulfilled, place) => isFulfilled || dropped.includes(place)),
    );
    const top = best(hits);
    if (top > 0 && top * muchBetter >= most) {
      return { hits: hits.filter(({ score }) => score >= closeness * top), dropped };
    }
  }
  return null;
}
