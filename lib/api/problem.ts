import type { ProblemBody } from '@/lib/contract/problem';

/** The request or its response was lost: whether it was executed is unknown. */
export class NetworkFailure extends Error {
  constructor(cause: unknown) {
    super('the server could not be reached', { cause });
    this.name = 'NetworkFailure';
  }
}

/** A refusal. `message` is in the reader's language, as the service wrote it. */
export class ApiProblem extends Error {
  /** A code of the contract, or `UNKNOWN` for an answer that is no problem of ours. */
  readonly code: string;
  readonly errors: readonly { path: string; message: string }[];
  /** What some codes carry beside the words, such as `bookmark` or `feature`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    /** HTTP status. */
    readonly status: number,
    body: Partial<ProblemBody>,
  ) {
    const { code = 'UNKNOWN', message = '', errors = [], status: _, ...extra } = body;
    super(message);
    this.name = 'ApiProblem';
    this.code = code;
    this.errors = errors;
    this.extra = extra;
  }
}

/** The problem that a response tells of; one without a readable body is `UNKNOWN`. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  return new ApiProblem(response.status, typeof body === 'object' && body !== null ? body : {});
}
