import type { Refusal } from '@/components/features/import-export/importing/import-step';
import { ApiProblem } from '@/lib/api-client/api-problem';

/** The reason behind a failed call: the code of the service's answer, or that there was none. */
export function refusalOf(failure: unknown): Refusal {
  if (!(failure instanceof ApiProblem)) return 'OFFLINE';
  // The service would have said it in its own words: this is a server on the way to it.
  if (failure.status === 413 && failure.code === 'UNKNOWN') return 'GATE_TOO_SMALL';
  return failure.code as Refusal;
}
