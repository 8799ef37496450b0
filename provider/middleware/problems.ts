import type { StatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { ProblemBody, ProblemCode } from '@/lib/contract/problem';
import type { Language } from '@/lib/contract/account';
import { causesOf, codeOf, describeError } from '@/lib/observability/describe-error';
import enProblems from '@/messages/en/problems.json';
import ptProblems from '@/messages/pt-BR/problems.json';
import { quotaExceededState } from '@/provider/db/client';
import type { Log, ProviderDeps } from '@/provider/deps';
import enValidation from '@/provider/messages/en/validation.json';
import enHints from '@/provider/messages/en/hints.json';
import ptHints from '@/provider/messages/pt-BR/hints.json';
import ptValidation from '@/provider/messages/pt-BR/validation.json';
import type { AppContext } from '@/provider/middleware/context';
import { Replayed } from '@/provider/modules/idempotency/idempotency-keys';
import { Problem, type FieldIssue, type ValidationCode } from '@/provider/problem';

const problems: Record<Language, Record<ProblemCode, string>> = { en: enProblems, 'pt-BR': ptProblems };
const validation: Record<Language, Record<ValidationCode, string>> = {
  en: enValidation,
  'pt-BR': ptValidation,
};

const hints: Record<Language, typeof enHints> = { en: enHints, 'pt-BR': ptHints };

export const jsonContentType = 'application/json; charset=utf-8';

const problemMessage = (locale: Language, code: ProblemCode): string => problems[locale][code];

/** Returns the message for the reason why a field is rejected, with `{name}` replaced from the values. */
export const validationWords = (
  locale: Language,
  code: ValidationCode,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  validation[locale][code].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );

/** Whether a text is a code that has a message. */
export const isValidationCode = (code: string): code is ValidationCode => Object.hasOwn(enValidation, code);

/** Returns the response to a rejected request, in the language of the request. A hint follows the message. */
export function problemResponse(c: AppContext, problem: Problem, hint?: string): Response {
  const body = problemBody(problem, c.get('context').locale, hint);
  return c.newResponse(JSON.stringify(body), problem.status as StatusCode, {
    'content-type': jsonContentType,
    ...(problem.code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }),
    ...problem.detail.headers,
  });
}

/** Returns the body of the response to a rejected request. */
export function problemBody(problem: Problem, locale: Language, hint?: string): ProblemBody {
  const { issues, data } = problem.detail;
  return {
    ...data,
    status: problem.status,
    code: problem.code,
    message: [problemMessage(locale, problem.code), hint].filter(Boolean).join(' '),
    ...(issues && {
      errors: issues.map(({ path, code, values }) => ({
        path,
        message: validationWords(locale, code, values),
      })),
    }),
  };
}

/** The error handler of the app. `countError` counts unexpected errors. */
export const createErrorHandler =
  ({ log, config }: Pick<ProviderDeps, 'log' | 'config'>, countError: () => void) =>
  (error: Error, c: AppContext): Response => {
    if (error instanceof Replayed) return c.body(null, 204, { 'idempotency-replayed': 'true' });
    const fields = { requestId: c.get('requestId'), operation: c.get('operation') };
    const problem = asProblem(error, fields, log);
    if (problem.code === 'INTERNAL') countError();
    return problemResponse(c, problem, problem.code === 'PLAN_REQUIRED' ? planHint(c, config) : undefined);
  };

/** Returns the setting that changes the plan, for an administrator of an installation without payments. */
function planHint(c: AppContext, { billing, selfHostedPlan }: ProviderDeps['config']): string | undefined {
  const mayConfigure = c.get('actor')?.isAdmin === true && !billing && selfHostedPlan === undefined;
  return mayConfigure ? hints[c.get('context').locale].selfHostedPlan : undefined;
}

const retryAfterSeconds = '5';

/** Error for a request that the database cannot serve at the moment. */
export const databaseUnavailable = (): Problem =>
  new Problem('SERVICE_UNAVAILABLE', { headers: { 'retry-after': retryAfterSeconds } });

// The server is unreachable, shutting down, full, or cancelled a statement: the client can retry later.
const transientSqlStates = /^(?:08...|53...|57P0[1-4]|57014|40001|40P01|55P03)$/;
const transientSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const transientDriverMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/;

const isDiskFull = (error: Error): boolean => codeOf(error) === '53100';

function isTransient(error: Error): boolean {
  const code = codeOf(error);
  if (code === undefined) return transientDriverMessages.test(error.message);
  // ENOENT counts only for a socket: a missing file is a bug.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return transientSystemCodes.has(code) || transientSqlStates.test(code);
}

/** Converts an error to a problem. An unexpected error is logged once, and the response does not describe it. */
export function asProblem(error: unknown, fields: Record<string, unknown>, log: Log): Problem {
  if (error instanceof Problem) return error;
  if ([...causesOf(error)].some(isDiskFull)) {
    log.error({ ...fields, error: describeError(error) }, 'the disk of the database is full');
    return new Problem('DISK_FULL');
  }
  if ([...causesOf(error)].some((cause) => codeOf(cause) === quotaExceededState))
    return new Problem('QUOTA_EXCEEDED');
  if ([...causesOf(error)].some(isTransient)) {
    log.warn({ ...fields, error: describeError(error) }, 'database unavailable');
    return databaseUnavailable();
  }
  log.error({ ...fields, error: describeError(error) }, 'unexpected error');
  return new Problem('INTERNAL');
}

type Issue = z.core.$ZodIssue;

// A hostile body can have a hundred thousand errors; the first ones are sufficient.
const issuesMax = 50;
const fieldNamePattern = /^\w{1,64}$/;

/** The contract's own refinements put codes into `message`; messages of the library are sentences. */
function validationCodeOf(issue: Issue): ValidationCode {
  if (isValidationCode(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'invalid_type';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big';
    case 'too_small':
      return issue.origin === 'string' ? 'required' : 'too_small';
    case 'invalid_format':
      return 'invalid_format';
    default:
      return 'invalid_value';
  }
}

// Input is never echoed, except names of fields that look like one.
const pathOf = (parts: readonly PropertyKey[]): string =>
  parts.map((part) => (fieldNamePattern.test(String(part)) ? String(part) : '?')).join('.');

function* issuesOf(issue: Issue): Generator<FieldIssue> {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield { path: pathOf([...issue.path, key]), code: 'unknown_field' };
    return;
  }
  yield { path: pathOf(issue.path), code: validationCodeOf(issue) };
}

/** Returns the issues of a failed parse as codes, in their order, at most fifty. */
export function fieldIssues(error: z.core.$ZodError): FieldIssue[] {
  const found: FieldIssue[] = [];
  for (const issue of error.issues) {
    for (const fieldIssue of issuesOf(issue)) {
      if (found.length === issuesMax) return found;
      found.push(fieldIssue);
    }
  }
  return found;
}
