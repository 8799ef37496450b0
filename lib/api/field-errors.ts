import { ApiProblem } from '@/lib/api/problem';

/** What a refused call says of single fields, by the field's name. */
export const fieldErrors = (failure: unknown): Readonly<Record<string, string>> =>
  failure instanceof ApiProblem
    ? Object.fromEntries(failure.errors.map(({ path, message }) => [path, message]))
    : {};
