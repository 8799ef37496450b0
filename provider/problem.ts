import { problemStatus, type ProblemCode } from '@/lib/contract/problem';
import type validationWords from '@/provider/messages/en/validation.json';

/** Why a field is rejected; each code has a message in every language (`messages/<locale>/validation.json`). */
export type ValidationCode = keyof typeof validationWords;

/** A rejected field: its path and the reason. */
export interface FieldIssue {
  path: string;
  code: ValidationCode;
  values?: Record<string, string | number>;
}

export interface ProblemDetail {
  issues?: readonly FieldIssue[];
  /** Additional fields of the body, declared by the code: `bookmark` of ALREADY_EXISTS, `feature` of PLAN_REQUIRED. */
  data?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** An expected error. Services throw it; the error handler renders it in the language of the request. */
export class Problem extends Error {
  readonly status: number;

  constructor(
    readonly code: ProblemCode,
    readonly detail: ProblemDetail = {},
  ) {
    super(code);
    this.name = 'Problem';
    this.status = problemStatus[code];
  }
}
