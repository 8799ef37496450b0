import { foldText } from '@/lib/domain/search-words';

const slugLength = 60;

/** The readable part of a collection's public address: folded words with dashes, `collection` where there is none. */
export function collectionSlug(name: string): string {
  const words = foldText(name).replace(/[^\p{L}\p{N}]+/gu, '-');
  const slug = Array.from(words.replace(/^-/, '')).slice(0, slugLength).join('').replace(/-$/, '');
  return slug || 'collection';
}
