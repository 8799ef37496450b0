import { english } from '@/evaluation/ask/en';
import { englishHeldOut, portugueseHeldOut } from '@/evaluation/ask/held-out';
import { englishLater, portugueseLater } from '@/evaluation/ask/later';
import { portuguese } from '@/evaluation/ask/pt-BR';
import type { Question } from '@/evaluation/ask/question';

export interface Questions {
  language: string;
  locale: 'en' | 'pt-BR';
  /** Questions that the rules were developed with or later adapted to. */
  seen: readonly Question[];
  /** Questions that the rules were never adapted to. */
  heldOut: readonly Question[];
}

export const questions: readonly Questions[] = [
  { language: 'English', locale: 'en', seen: [...english, ...englishLater], heldOut: englishHeldOut },
  {
    language: 'Portuguese',
    locale: 'pt-BR',
    seen: [...portuguese, ...portugueseLater],
    heldOut: portugueseHeldOut,
  },
];
