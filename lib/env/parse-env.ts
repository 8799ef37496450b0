import path from 'node:path';
import type { z } from 'zod';
import type { ServerEnv } from './server-env';
import { checkSessionSecret, storedSessionSecret } from '@/lib/env/data-dir';
import { environmentSchema, type VariableName } from './variables';

type Source = Readonly<Record<string, string | undefined>>;
type Values = z.infer<typeof environmentSchema>;

/** An invalid variable that prevents the start. The message is one line that begins with its name. */
export class EnvError extends Error {
  constructor(
    readonly variable: VariableName,
    reason: string,
  ) {
    super(`${variable} ${reason}`);
    this.name = 'EnvError';
  }
}

/**
 * Parses the environment of this process or the given one.
 * @throws EnvError for the first invalid variable
 */
export function parseEnv(source: Source = process.env): ServerEnv {
  const values = parseValues(source);
  checkWorker(values);
  const dataDir = path.resolve(values.DATA_DIR);
  const appUrl = values.APP_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    appUrl,
    dataDir,
    sessionSecret: sessionSecret(values, dataDir),
    trustedProxies: values.TRUSTED_PROXIES,
    databaseUrl: values.DATABASE_URL ?? null,
    apiUrl: values.API_URL ?? null,
    worker: values.WORKER,
    adminEmail: values.ADMIN_EMAIL ?? null,
    selfHostedPlan: values.SELF_HOSTED_PLAN ?? null,
    storageQuotaBytes: values.STORAGE_QUOTA_MB === 0 ? null : values.STORAGE_QUOTA_MB * 1_000_000,
    auditDays: values.AUDIT_DAYS,
    ...capabilities(values, appUrl),
    geoHeader: values.GEO_HEADER ?? null,
    extensionLinks: {
      ...(values.EXTENSION_CHROME_URL !== undefined && { chrome: values.EXTENSION_CHROME_URL }),
      ...(values.EXTENSION_EDGE_URL !== undefined && { edge: values.EXTENSION_EDGE_URL }),
    },
    pageTexts: values.PAGE_TEXTS === 'on',
    copies: values.COPIES === 'on',
    contentUrl: contentUrl(values, appUrl),
    covers: values.COVERS === 'on',
    serviceWorker: values.SERVICE_WORKER === 'on',
    securityContact: values.SECURITY_CONTACT ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    rateLimitScale: values.RATE_LIMIT_SCALE,
    fetchAllow: values.FETCH_ALLOW,
  };
}

function parseValues(source: Source): Values {
  const given = Object.keys(environmentSchema.shape).flatMap((name) => {
    const value = source[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // The schema's message, without the value, which may be a secret.
  throw new EnvError(issue?.path[0] as VariableName, issue?.message ?? 'cannot be used');
}

/** A worker without the app has to reach the database of the others. */
function checkWorker({ WORKER, DATABASE_URL, API_URL }: Values): void {
  if (WORKER !== 'alone') return;
  if (DATABASE_URL === undefined) throw new EnvError('DATABASE_URL', 'must be set when WORKER is alone');
  if (API_URL !== undefined) throw new EnvError('API_URL', 'must not be set when WORKER is alone');
}

/** Another host than that of the app, and https if the app has it: a frame of another scheme would be blocked. */
function contentUrl({ CONTENT_URL }: Values, appUrl: string): string | null {
  if (CONTENT_URL === undefined) return null;
  const [content, app] = [new URL(CONTENT_URL), new URL(appUrl)];
  if (content.hostname === app.hostname) {
    throw new EnvError(
      'CONTENT_URL',
      'must have another host than APP_URL: a port alone does not separate cookies',
    );
  }
  if (app.protocol === 'https:' && content.protocol !== 'https:') {
    throw new EnvError('CONTENT_URL', 'must begin with https:// like APP_URL');
  }
  return CONTENT_URL;
}

function sessionSecret(values: Values, dataDir: string): string {
  const given = values.SESSION_SECRET;
  if (given !== undefined) {
    const problem = checkSessionSecret(given);
    if (problem) throw new EnvError('SESSION_SECRET', problem);
    return given;
  }
  if (values.DATABASE_URL !== undefined) {
    throw new EnvError('SESSION_SECRET', 'must be set when DATABASE_URL is set');
  }
  return storedSessionSecret(dataDir);
}

function capabilities(values: Values, appUrl: string) {
  const mail = values.SMTP_URL ? { enabled: true as const, smtpUrl: values.SMTP_URL } : off();
  return {
    mail: { ...mail, from: values.MAIL_FROM ?? `Markwell <no-reply@${new URL(appUrl).hostname}>` },
    google: google(values),
    billing: billing(values),
    s3: s3(values),
    reports: values.SENTRY_DSN ? { enabled: true as const, dsn: values.SENTRY_DSN } : off(),
    geo: values.GEO_URL ? { enabled: true as const, url: values.GEO_URL } : off(),
    ai: ai(values),
  };
}

function google(values: Values): ServerEnv['google'] {
  const given = allOrNone(values, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
  if (!given) return off();
  const [clientId, clientSecret] = given;
  return { enabled: true, clientId, clientSecret, issuer: values.GOOGLE_ISSUER };
}

function billing(values: Values): ServerEnv['billing'] {
  const given = allOrNone(values, [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_MONTHLY',
    'STRIPE_PRICE_YEARLY',
  ]);
  if (!given) return off();
  const [secretKey, webhookSecret, priceMonthly, priceYearly] = given;
  return {
    enabled: true,
    secretKey,
    webhookSecrets: webhookSecret.split(',').flatMap((secret) => secret.trim() || []),
    priceMonthly,
    priceYearly,
    apiBase: values.STRIPE_API_BASE,
  };
}

function s3(values: Values): ServerEnv['s3'] {
  const given = allOrNone(values, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  if (!given) return off();
  const [endpoint, bucket, accessKeyId, secretAccessKey] = given;
  return { enabled: true, endpoint, bucket, region: values.S3_REGION, accessKeyId, secretAccessKey };
}

function ai(values: Values): ServerEnv['ai'] {
  const given = allOrNone(values, ['AI_BASE_URL', 'AI_MODEL']);
  const embeddingModel = values.AI_EMBEDDING_MODEL ?? null;
  if (!given) {
    if (embeddingModel !== null)
      throw new EnvError('AI_BASE_URL', 'must be set when AI_EMBEDDING_MODEL is set');
    return off();
  }
  const [baseUrl, model] = given;
  return { enabled: true, baseUrl, model, embeddingModel, apiKey: values.AI_API_KEY ?? null };
}

type TextVariable = {
  [Name in VariableName]: Values[Name] extends string | undefined ? Name : never;
}[VariableName];

/** Returns the values of settings that are only valid together; null when none is set. */
function allOrNone<const Names extends readonly TextVariable[]>(
  values: Values,
  names: Names,
): { [Index in keyof Names]: string } | null {
  const set = names.filter((name) => values[name] !== undefined);
  if (set.length === 0) return null;
  const missing = names.find((name) => values[name] === undefined);
  if (missing) throw new EnvError(missing, `must be set when ${set[0]} is set`);
  return names.map((name) => values[name]) as { [Index in keyof Names]: string };
}

function off(): { enabled: false } {
  return { enabled: false };
}
