import { splitWords } from '@/lib/domain/search-words';

const addressStart = /^(?:https?:\/\/)?(?:www\.)?/i;

/**
 * The folded words that a word of a query stands for. What an address begins with is never part of it, since no
 * bookmark's words contain it: a pasted address finds its bookmark.
 */
export const queryWords = (text: string): string[] => splitWords(text.replace(addressStart, ''));
