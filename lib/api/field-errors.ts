import { ApiProblem } from '@/lib/api/problem';

/** Validation messages of a rejected call, by field name. */
export const fieldErrors = (failure: unknown): Readonly<Record<string, string>> =>
  failure instanceof ApiProblem
    ? Object.fromEntries(failure.errors.map(({ path, message }) => [path, message]))
    : {};
