import { ApiProblem } from '@/lib/api-client/api-problem';
import { fieldErrors } from '@/lib/api-client/field-errors';

export interface Refusal {
  /** Words for single fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The plan has no room for another space, or saving failed; null where the fields say it all. */
  readonly form: 'full' | 'failed' | null;
}

export const noRefusal: Refusal = { fields: {}, form: null };

/** What a failed call means for the form: words of the service for fields, else a reason for all of it. */
export function explainRefusal(failure: unknown): Refusal {
  if (!(failure instanceof ApiProblem)) return { fields: {}, form: 'failed' };
  if (failure.code === 'PLAN_REQUIRED') return { fields: {}, form: 'full' };
  const fields = fieldErrors(failure);
  return { fields, form: Object.keys(fields).length > 0 ? null : 'failed' };
}
