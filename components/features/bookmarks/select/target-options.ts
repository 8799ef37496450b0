import type { TokenOption } from '@/components/common/token';
import type { CollectionSummary } from '@/lib/contract/schemas/collection';
import type { Space } from '@/lib/contract/schemas/space';
import { foldText } from '@/lib/domain/search-words';

/** Where bookmarks can go: a collection of this space, another space, or a collection that is made for them. */
export type Target =
  | { readonly kind: 'collection'; readonly uuid: string; readonly name: string }
  | { readonly kind: 'space'; readonly uuid: string; readonly name: string }
  | { readonly kind: 'new'; readonly name: string };

interface Places {
  readonly collections: readonly CollectionSummary[];
  readonly spaces: readonly Space[];
  /** Collections that were chosen lately, the latest first. */
  readonly recent: readonly string[];
  readonly nameOf: (collection: CollectionSummary) => string;
}

/** The targets whose names hold what was typed: those chosen lately, then those that begin with it, then the others. */
export function findTargets(typed: string, { collections, spaces, recent, nameOf }: Places): Target[] {
  const wanted = foldText(typed.trim());
  const targets: Target[] = [
    ...collections.map((one) => ({ kind: 'collection', uuid: one.uuid, name: nameOf(one) }) as const),
    ...spaces.map(({ uuid, name }) => ({ kind: 'space', uuid, name }) as const),
  ];
  const found = targets
    .map((target) => ({ target, at: foldText(target.name).indexOf(wanted), age: ageOf(target, recent) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.age - b.age || Math.sign(a.at) - Math.sign(b.at))
    .map(({ target }) => target);
  const isKnown = targets.some(({ kind, name }) => kind === 'collection' && foldText(name) === wanted);
  return wanted === '' || isKnown ? found : [...found, { kind: 'new', name: typed.trim() }];
}

function ageOf(target: Target, recent: readonly string[]): number {
  const age = target.kind === 'collection' ? recent.indexOf(target.uuid) : -1;
  return age < 0 ? recent.length : age;
}

interface Looks {
  readonly collections: readonly CollectionSummary[];
  readonly space: string;
  readonly create: (name: string) => string;
}

/** How a target stands in the list. */
export function targetOption(target: Target, { collections, space, create }: Looks): TokenOption {
  switch (target.kind) {
    case 'new':
      return { key: 'new', label: create(target.name), isNew: true };
    case 'space':
      return { key: target.uuid, label: target.name, icon: 'i-layers', detail: space };
    case 'collection': {
      const one = collections.find(({ uuid }) => uuid === target.uuid);
      return {
        key: target.uuid,
        label: target.name,
        color: one?.isDefault ? null : one?.color,
        detail: one?.count,
      };
    }
  }
}
