import type { Query } from '@/lib/domain/query/query';
import type { Vocabulary } from '@/provider/services/ask/vocabulary';

export interface QuestionContext {
  now: Date;
  timeZone: string;
  locale: string;
  vocabulary: Vocabulary;
}

/** What a question in plain words means. What is not understood stays a word of the query. */
export function compileQuestion(text: string, _context: QuestionContext): Query {
  const nodes = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ kind: 'word' as const, text: word }));
  return { where: nodes.length === 0 ? null : { kind: 'and', nodes }, sort: null, limit: null };
}
