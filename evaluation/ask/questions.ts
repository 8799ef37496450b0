import { english } from '@/evaluation/ask/en';
import { englishHeldOut, portugueseHeldOut } from '@/evaluation/ask/held-out';
import { englishLater, portugueseLater } from '@/evaluation/ask/later';
import { portuguese } from '@/evaluation/ask/pt-BR';
import type { Question } from '@/evaluation/ask/question';

export interface Questions {
  language: string;
  locale: 'en' | 'pt-BR';
  /** The rules were made with these, or made to fit them afterwards. */
  seen: readonly Question[];
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
