import { z } from 'zod';

/**
 * All error codes of the service, with their HTTP status. The list is closed: only these codes can be thrown, and each
 * has a message in every language (`messages/<locale>/problems.json`).
 */
export const problemStatus = {
  MALFORMED_BODY: 400,
  MALFORMED_REQUEST: 400,
  INVALID_SIGNATURE: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  REFRESH_FAILED: 401,
  PLAN_REQUIRED: 402,
  CROSS_ORIGIN: 403,
  ACCOUNT_SUSPENDED: 403,
  NOT_FOUND: 404,
  SPACE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  OUTDATED: 409,
  ALREADY_EXISTS: 409,
  EMAIL_IN_USE: 409,
  EMAIL_NOT_VERIFIED: 409,
  DIFFERENT_PROVIDER: 409,
  OAUTH_FAILED: 409,
  INVALID_CODE: 409,
  CONNECT_FAILED: 409,
  CLIENT_UNKNOWN: 409,
  REDIRECT_MISMATCH: 409,
  PASSWORD_REQUIRED: 409,
  SIGN_IN_AGAIN: 409,
  INSUFFICIENT_SCOPE: 409,
  OTHER_ACCOUNT: 409,
  PRODUCT_TOKEN_INVALID: 409,
  TOO_MANY_TOKENS: 409,
  TOO_MANY_HIGHLIGHTS: 409,
  ONLY_ADMINISTRATOR: 409,
  LAST_ADMINISTRATOR: 409,
  CONFIGURED_ADMINISTRATOR: 409,
  OWN_ACCOUNT: 409,
  JOB_NOT_FAILED: 409,
  DEFAULT_COLLECTION: 409,
  SMART_COLLECTION: 409,
  DEFAULT_SPACE: 409,
  SPACE_IN_USE: 409,
  IMPORT_RUNNING: 409,
  QUOTA_EXCEEDED: 409,
  BILLING_DISABLED: 409,
  ALREADY_SUBSCRIBED: 409,
  PAYMENT_PENDING: 409,
  NO_SUBSCRIPTION: 409,
  CHANGES_EXPIRED: 410,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IMPORT_INVALID_TYPE: 415,
  VALIDATION_FAILED: 422,
  INVALID_IMAGE: 422,
  IMPORT_INVALID_FILE: 422,
  IMPORT_PARSE_ERROR: 422,
  RATE_LIMITED: 429,
  PRODUCT_BUSY: 429,
  INTERNAL: 500,
  UPSTREAM_UNAVAILABLE: 502,
  PAYMENTS_UNAVAILABLE: 502,
  SERVICE_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
  DISK_FULL: 507,
} as const;

export type ProblemCode = keyof typeof problemStatus;

export const problemCodes = Object.keys(problemStatus) as ProblemCode[];

/** The body of every error response. Codes with data (`bookmark`, `feature`) add their own field to it. */
export const ProblemBody = z
  .looseObject({
    status: z.int(),
    code: z.string(),
    message: z.string().meta({ description: 'Text in the language of `Accept-Language`.' }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'Error response with a code and a localized message.' });
export type ProblemBody = z.infer<typeof ProblemBody>;
