import type { Suggestions } from '@/lib/contract/search';
import ipaddr from 'ipaddr.js';
import type { Language } from '@/lib/contract/account';
import { foldText } from '@/lib/domain/search-words';
import en from '@/provider/messages/en/reasons.json';
import ptBR from '@/provider/messages/pt-BR/reasons.json';
import type { Clue, Clues, KnownCollection, ReadNeighbor } from '@/provider/modules/suggestions/library';
import { hasLetter, isNaming } from '@/provider/modules/suggestions/page-words';

type Messages = typeof en;
type Reason = keyof Messages;
const words: Record<Language, Messages> = { en, 'pt-BR': ptBR };

const titleLength = 60;
const shownWords = 3;
const controls = /[\p{Cc}\s]+/gu;

/** Shortens a title for use in a sentence: one line of at most `titleLength` characters. */
export function shortTitle(title: string): string {
  const letters = Array.from(title.replace(controls, ' ').trim());
  return letters.length <= titleLength
    ? letters.join('')
    : `${letters
        .slice(0, titleLength - 1)
        .join('')
        .trimEnd()}…`;
}

/** Returns the message of a reason in the reader's language, with its values filled in. */
export const reasonText = (
  locale: Language,
  reason: Reason,
  values: Readonly<Record<string, string | number>>,
): string =>
  words[locale][reason].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );

/** Returns why a page belongs to a collection, by its strongest clue: the host, or shared words. */
export function collectionReason(
  { id, clues }: Pick<WeighedCollection, 'id' | 'clues'>,
  example: string | null,
  locale: Language,
): string {
  const [strongest] = clues;
  const host = clues.find(({ clue }) => clue.kind === 'host');
  const shared = clues.filter(({ clue }) => clue.kind === 'word');
  if (host !== undefined && (host === strongest || shared.length === 0)) {
    const total = [...host.clue.counts.values()].reduce((sum, count) => sum + count, 0);
    const count = host.clue.counts.get(id) ?? 0;
    return reasonText(locale, total === 1 ? 'onlyOfHost' : 'ofHost', {
      count,
      total,
      host: host.clue.shown,
    });
  }
  const list = shared
    .slice(0, shownWords)
    .map(({ clue }) => clue.shown)
    .join(', ');
  if (list === '') return reasonText(locale, 'likely', {});
  if (example === null) return reasonText(locale, 'named', { words: list });
  return likeReason(locale, example, Math.max(...shared.map(({ clue }) => clue.counts.get(id) ?? 0)), list);
}

/** Returns the reason that a page is similar to a bookmark and to `count - 1` others. */
function likeReason(locale: Language, example: string, count: number, list: string): string {
  const reason = count <= 1 ? 'likeAlone' : count === 2 ? 'likeOne' : 'likeMore';
  return reasonText(locale, reason, { title: shortTitle(example), count: count - 1, words: list });
}

/** Minimum number of uncollected bookmarks similar to the page for proposing a new collection. */
const minShared = 3;
const proposedConfidence = 0.3;

/** Proposes a new collection for a page and similar uncollected bookmarks; null if there are too few of them. */
export function proposeCollection(
  clues: Clues,
  home: string,
  collections: readonly Pick<KnownCollection, 'name'>[],
  neighbors: readonly ReadNeighbor[],
  locale: Language,
): SuggestedPlace | null {
  const taken = new Set(collections.map(({ name }) => foldText(name)));
  const proposal = (shown: string, reason: string): SuggestedPlace | null => {
    const name = capitalized(shown);
    return taken.has(foldText(name)) ? null : { name, confidence: proposedConfidence, reason, isNew: true };
  };
  const shared = clues.words
    .map((clue) => ({ shown: clue.shown, weight: clue.weight, count: clue.counts.get(home) ?? 0 }))
    .filter(({ shown, weight, count }) => weight === 1 && count >= minShared && isNaming(foldText(shown)))
    .sort((a, b) => b.count - a.count);
  const example = neighbors.find(({ collectionId }) => collectionId === home)?.title;
  for (const { shown, count } of shared) {
    const proposed = proposal(shown, likeReason(locale, example ?? shown, count, shown));
    if (proposed !== null) return proposed;
  }
  const ofHost = clues.host?.counts.get(home) ?? 0;
  if (clues.host === null || ofHost < minShared) return null;
  const reason = reasonText(locale, 'uncollectedOfHost', { count: ofHost, host: clues.host.shown });
  const name = hostName(clues.host.shown);
  return name === null ? null : proposal(name, reason);
}

export const capitalized = (text: string): string => {
  const [first = '', ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join('');
};

const publicPart = /\.(?:co|com|org|net|gov|edu|ac)\.[a-z]{2}$|\.[a-z0-9-]+$/;

/** Returns the common name of a host: `rust-lang` for `docs.rust-lang.org`. Null for an IP address. */
export function hostName(host: string): string | null {
  const name = host.replace(/:\d+$/, '');
  if (ipaddr.isValid(name.replace(/^\[|\]$/g, ''))) return null;
  const label = name.replace(publicPart, '').split('.').at(-1) ?? '';
  return hasLetter(label) ? label : host;
}

export interface WeighedCollection {
  id: string;
  /** Its share of the odds of all candidates, from 0 to 1. */
  confidence: number;
  /** The clues in its favor, the strongest first. */
  clues: readonly { clue: Clue; gain: number }[];
}

export interface Candidate {
  id: string;
  /** Number of bookmarks in it. */
  size: number;
}

/** Smoothing: number of bookmarks added to each clue, distributed like all bookmarks. */
const smoothing = 3;
/** A clue does not count for a collection in which it is less than half as frequent as elsewhere. */
const minGain = -Math.LN2;
/** Weight of the size of a collection. */
const sizeWeight = 0.5;

/**
 * Naive Bayes classifier over the collections of a space: the gain of a clue is its frequency in a collection relative
 * to the frequency expected from the collection's size. Returns only collections with a clue in their favor, likeliest
 * first. The default collection is also a candidate; its bookmarks belong nowhere yet. Pure and without training, so
 * that the result reflects the last change.
 */
export function weighCollections(
  candidates: readonly Candidate[],
  clues: readonly Clue[],
): WeighedCollection[] {
  const total = candidates.reduce((sum, { size }) => sum + size, 0);
  const shareOf = ({ size }: Candidate): number => (size + 1) / (total + candidates.length);
  const known = clues.map((clue) => ({
    clue,
    sum: candidates.reduce((sum, { id }) => sum + (clue.counts.get(id) ?? 0), 0),
  }));
  const scored = candidates.map((candidate) => {
    const share = shareOf(candidate);
    const gains = known
      .filter(({ sum }) => sum > 0)
      .map(({ clue, sum }) => {
        const count = clue.counts.get(candidate.id) ?? 0;
        const gain = clue.weight * Math.log((count + smoothing * share) / ((sum + smoothing) * share));
        return { clue, gain, leads: count > 0 };
      });
    const score = sizeWeight * Math.log(share) + gains.reduce((sum, { gain }) => sum + gain, 0);
    const favorable = gains
      .filter(({ leads, gain }) => leads && gain > minGain)
      .sort((a, b) => b.gain - a.gain);
    return {
      id: candidate.id,
      odds: Math.exp(score),
      clues: favorable.map(({ clue, gain }) => ({ clue, gain })),
    };
  });
  const all = scored.reduce((sum, { odds }) => sum + odds, 0);
  return scored
    .map(({ id, odds, clues: favorable }) => ({ id, confidence: odds / all, clues: favorable }))
    .filter(({ clues: favorable }) => favorable.length > 0)
    .sort((a, b) => b.confidence - a.confidence);
}

export type SuggestedPlace = Suggestions['content'][number];

export const roundConfidence = (confidence: number): number => Math.round(confidence * 1_000) / 1_000;
