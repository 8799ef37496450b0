import type { ProblemBody } from '@/lib/contract/problem';

/** The request or its response was lost; whether the request was executed is unknown. */
export class NetworkFailure extends Error {
  constructor(cause: unknown) {
    super('the server could not be reached', { cause });
    this.name = 'NetworkFailure';
  }
}

/** An error response. `message` is localized by the service. */
export class ApiProblem extends Error {
  /** A code of the contract, or `UNKNOWN` for a response that is not a problem of this API. */
  readonly code: string;
  readonly errors: readonly { path: string; message: string }[];
  /** Additional fields of some codes, such as `bookmark` or `feature`. */
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

/** Parses the problem of an error response; a response without a readable body is `UNKNOWN`. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  return new ApiProblem(response.status, typeof body === 'object' && body !== null ? body : {});
}
