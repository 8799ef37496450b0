import { ApiProblem } from '@/lib/api-client/api-problem';

/** Why a space could not be deleted, as far as there is something to be done about it. */
export type DeleteRefusal = 'inUse' | 'isDefault' | 'gone' | 'failed';

const refusals: Readonly<Record<string, DeleteRefusal>> = {
  SPACE_IN_USE: 'inUse',
  DEFAULT_SPACE: 'isDefault',
  // The space, or the one that was to take its content: another device was quicker.
  NOT_FOUND: 'gone',
};

export const explainDeleteRefusal = (failure: unknown): DeleteRefusal =>
  (failure instanceof ApiProblem ? refusals[failure.code] : undefined) ?? 'failed';
