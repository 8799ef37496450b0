import type { Suggestions } from '@/lib/contract/search';
import ipaddr from 'ipaddr.js';
import type { Language } from '@/lib/contract/account';
import { foldText } from '@/lib/domain/search-words';
import en from '@/provider/messages/en/reasons.json';
import ptBR from '@/provider/messages/pt-BR/reasons.json';
import type { Clue, Clues, KnownCollection, ReadNeighbour } from '@/provider/modules/suggestions/library';
import { hasLetter, isNaming } from '@/provider/modules/suggestions/page-words';

type Messages = typeof en;
type Reason = keyof Messages;
const words: Record<Language, Messages> = { en, 'pt-BR': ptBR };

const titleLength = 60;
const shownWords = 3;
const controls = /[\p{Cc}\s]+/gu;

/** A title as it can stand in a sentence: on one line, and not too long. */
export function shortTitle(title: string): string {
  const letters = Array.from(title.replace(controls, ' ').trim());
  return letters.length <= titleLength
    ? letters.join('')
    : `${letters
        .slice(0, titleLength - 1)
        .join('')
        .trimEnd()}…`;
}

/** The words of a reason in the reader's language, with its values filled in. */
export const reasonWords = (
  locale: Language,
  reason: Reason,
  values: Readonly<Record<string, string | number>>,
): string =>
  words[locale][reason].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );

/** Why a page belongs into a collection, by what speaks for it most: its host, or words that it shares. */
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
    return reasonWords(locale, total === 1 ? 'onlyOfHost' : 'ofHost', {
      count,
      total,
      host: host.clue.shown,
    });
  }
  const list = shared
    .slice(0, shownWords)
    .map(({ clue }) => clue.shown)
    .join(', ');
  if (list === '') return reasonWords(locale, 'likely', {});
  if (example === null) return reasonWords(locale, 'named', { words: list });
  return likeReason(locale, example, Math.max(...shared.map(({ clue }) => clue.counts.get(id) ?? 0)), list);
}

/** That a page is like one bookmark and so many more. */
function likeReason(locale: Language, example: string, count: number, list: string): string {
  const reason = count <= 1 ? 'likeAlone' : count === 2 ? 'likeOne' : 'likeMore';
  return reasonWords(locale, reason, { title: shortTitle(example), count: count - 1, words: list });
}

/** Bookmarks that lie uncollected and share something with the page, before they deserve a collection. */
const leastShared = 3;
const proposedConfidence = 0.3;

/** A new collection for a page and what lies uncollected and is like it; null where too little is. */
export function proposeCollection(
  clues: Clues,
  home: string,
  collections: readonly Pick<KnownCollection, 'name'>[],
  neighbours: readonly ReadNeighbour[],
  locale: Language,
): SuggestedPlace | null {
  const taken = new Set(collections.map(({ name }) => foldText(name)));
  const proposal = (shown: string, reason: string): SuggestedPlace | null => {
    const name = capitalised(shown);
    return taken.has(foldText(name)) ? null : { name, confidence: proposedConfidence, reason, isNew: true };
  };
  const shared = clues.words
    .map((clue) => ({ shown: clue.shown, weight: clue.weight, count: clue.counts.get(home) ?? 0 }))
    .filter(({ shown, weight, count }) => weight === 1 && count >= leastShared && isNaming(foldText(shown)))
    .sort((a, b) => b.count - a.count);
  const example = neighbours.find(({ collectionId }) => collectionId === home)?.title;
  for (const { shown, count } of shared) {
    const proposed = proposal(shown, likeReason(locale, example ?? shown, count, shown));
    if (proposed !== null) return proposed;
  }
  const ofHost = clues.host?.counts.get(home) ?? 0;
  if (clues.host === null || ofHost < leastShared) return null;
  const reason = reasonWords(locale, 'uncollectedOfHost', { count: ofHost, host: clues.host.shown });
  const name = hostName(clues.host.shown);
  return name === null ? null : proposal(name, reason);
}

export const capitalised = (text: string): string => {
  const [first = '', ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join('');
};

const publicPart = /\.(?:co|com|org|net|gov|edu|ac)\.[a-z]{2}$|\.[a-z0-9-]+$/;

/** What a host is called in speech: `docs.rust-lang.org` is `rust-lang`. An IP address has no name. */
export function hostName(host: string): string | null {
  const name = host.replace(/:\d+$/, '');
  if (ipaddr.isValid(name.replace(/^\[|\]$/g, ''))) return null;
  const label = name.replace(publicPart, '').split('.').at(-1) ?? '';
  return hasLetter(label) ? label : host;
}

export interface WeighedCollection {
  id: string;
  /** From 0 to 1: its part of what speaks for any candidate. */
  confidence: number;
  /** What speaks for it, the strongest first. */
  clues: readonly { clue: Clue; gain: number }[];
}

export interface Candidate {
  id: string;
  /** Bookmarks in it. */
  size: number;
}

/** Bookmarks that a clue is thought to have seen before it was looked up, spread like all bookmarks are. */
const doubt = 3;
/** A clue that leads to a collection does not speak for it where it is less than half as frequent as elsewhere. */
const leastGain = -Math.LN2;
/** How much the size of a collection speaks for it. */
const sizeWeight = 0.5;

/**
 * Naive Bayes over the collections of a space: a clue speaks for a collection by how much more frequent it is there
 * than collections of that size make it anywhere. Only collections that some clue speaks for are answered, the likeliest
 * first. The default collection is a candidate too: what lies there belongs nowhere yet. Pure; nothing is learnt ahead
 * of time, so an answer knows the last change.
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
        const gain = clue.weight * Math.log((count + doubt * share) / ((sum + doubt) * share));
        return { clue, gain, leads: count > 0 };
      });
    const score = sizeWeight * Math.log(share) + gains.reduce((sum, { gain }) => sum + gain, 0);
    const speaking = gains
      .filter(({ leads, gain }) => leads && gain > leastGain)
      .sort((a, b) => b.gain - a.gain);
    return {
      id: candidate.id,
      odds: Math.exp(score),
      clues: speaking.map(({ clue, gain }) => ({ clue, gain })),
    };
  });
  const all = scored.reduce((sum, { odds }) => sum + odds, 0);
  return scored
    .map(({ id, odds, clues: speaking }) => ({ id, confidence: odds / all, clues: speaking }))
    .filter(({ clues: speaking }) => speaking.length > 0)
    .sort((a, b) => b.confidence - a.confidence);
}

export type SuggestedPlace = Suggestions['content'][number];

export const roundConfidence = (confidence: number): number => Math.round(confidence * 1_000) / 1_000;
