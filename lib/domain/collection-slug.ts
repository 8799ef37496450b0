import { foldText } from '@/lib/domain/search-words';

const slugLength = 60;

/** Returns the readable part of a collection's public URL: folded words with dashes, or `collection` if empty. */
export function collectionSlug(name: string): string {
  const words = foldText(name).replace(/[^\p{L}\p{N}]+/gu, '-');
  const slug = Array.from(words.replace(/^-/, '')).slice(0, slugLength).join('').replace(/-$/, '');
  return slug || 'collection';
}
