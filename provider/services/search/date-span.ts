import type { DateTerm } from '@/lib/domain/query/query';

export interface Span {
  from: Date;
  before: Date;
}

export function spanOf(_term: DateTerm, now: Date, _timeZone: string): Span {
  return { from: now, before: now };
}
