import path from 'node:path';
import { isProduction } from '@/lib/env/mode';
import type { ServerEnv } from '@/lib/env/server-env';
import type { Log } from '@/lib/observability/log';
import { isCountry, lookUpCountry } from '@/lib/utils/country';
import manifest from '@/package.json' with { type: 'json' };
import {
  createAskModel,
  createEmbeddingModel,
  createFetchPage,
  createOpenId,
  createPayments,
  createReadProduct,
  createSendMail,
  openDatabase,
  type Database,
  type DatabaseOptions,
  type ProviderDeps,
} from '@/provider/dependencies';
import { blobStore } from '@/server/blob-store';
import { freeBytesOf } from '@/server/free-bytes';

type PoolOptions = Pick<DatabaseOptions, 'poolSize' | 'connectionTimeoutMs'>;

/** Connections for requests, of which an account uses three at once. */
export const requestPool: PoolOptions = { poolSize: 5 };

/** Creates the dependencies of the service and of its jobs from the environment. The caller closes the database. */
export function createDeps(
  env: ServerEnv,
  databaseUrl: string,
  { log, pool }: { log: Log; pool: PoolOptions },
): ProviderDeps {
  const db = openDatabase({
    ...pool,
    url: databaseUrl,
    storageQuotaBytes: env.storageQuotaBytes ?? undefined,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const google = googleSettings(env);
  const model = modelSettings(env);
  const embeddingModel = embeddingSettings(env);
  const payments = paymentSettings(env);
  return {
    db,
    clock: () => new Date(),
    fetchPage: createFetchPage({
      allow: env.fetchAllow,
      // The log must not reveal which sites users save, so only the reason is logged.
      onFailure: ({ reason }) => log.info({ reason }, 'a page could not be fetched'),
    }),
    readProduct: createReadProduct(),
    blobs: blobStore(env),
    sendMail: createSendMail(mailSettings(env), log),
    google: google && createOpenId(google),
    askModel: model && createAskModel(model),
    embeddingModel: embeddingModel && createEmbeddingModel(embeddingModel),
    payments: payments && createPayments(payments, log),
    countryOf: countryLookup(env),
    freeBytes: () => freeBytes(db, env.dataDir),
    log,
    config: providerConfig(env),
  };
}

/** Returns the free bytes on the disk of the embedded database; null for any other database. */
async function freeBytes({ $client }: Database, dataDir: string): Promise<number | null> {
  try {
    const { rows } = await $client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    return await freeBytesOf(rows[0]?.folder ?? '', dataDir);
  } catch {
    // Other servers may restrict access to this setting.
    return null;
  }
}

/** Returns the provider's configuration. */
function providerConfig(env: ServerEnv) {
  return {
    appUrl: env.appUrl,
    secret: env.sessionSecret,
    version: manifest.version,
    selfHostedPlan: env.selfHostedPlan ?? undefined,
    billing: env.billing.enabled,
    adminEmail: env.adminEmail ?? undefined,
    storageQuotaBytes: env.storageQuotaBytes ?? undefined,
    auditDays: env.auditDays,
    pageTexts: env.pageTexts,
    copies: env.copies,
    contentUrl: env.contentUrl ?? undefined,
    covers: env.covers,
    metricsToken: env.metricsToken ?? undefined,
    rateLimitScale: env.rateLimitScale,
    // Bundled next to the server by the build (tooling/launch/build.mjs).
    programs: isProduction ? path.resolve('.next/serve') : undefined,
  };
}

/** Returns the lookup of countries by the configured service; null if there is none. */
function countryLookup({ geo }: ServerEnv): ProviderDeps['countryOf'] {
  if (!geo.enabled) return null;
  return async (address) => {
    const country = await lookUpCountry(geo.url, address);
    return country !== null && isCountry(country) ? country : null;
  };
}

/** Returns the mail settings. */
function mailSettings({ mail, dataDir }: ServerEnv) {
  return {
    smtpUrl: mail.enabled ? mail.smtpUrl : null,
    from: mail.from,
    outbox: path.join(dataDir, 'outbox'),
  };
}

/** Returns the settings of Google sign-in or another issuer; null if not configured. */
function googleSettings({ google, appUrl }: ServerEnv) {
  if (!google.enabled) return null;
  const { issuer, clientId, clientSecret } = google;
  return { issuer, clientId, clientSecret, redirectUri: `${appUrl}/oauth-callback` };
}

/** Returns the settings of the language model that interprets questions; null if not configured. */
function modelSettings({ ai }: ServerEnv) {
  if (!ai.enabled) return null;
  const { baseUrl, model, apiKey } = ai;
  return { baseUrl, model, apiKey };
}

/** Returns the settings of the model that embeds bookmarks; null if not configured. */
function embeddingSettings({ ai }: ServerEnv) {
  if (!ai.enabled || ai.embeddingModel === null) return null;
  const { baseUrl, embeddingModel: model, apiKey } = ai;
  return { baseUrl, model, apiKey };
}

/** Returns the payment settings; null if not configured. */
function paymentSettings({ billing, appUrl }: ServerEnv) {
  if (!billing.enabled) return null;
  const { secretKey, webhookSecrets, priceMonthly, priceYearly, apiBase } = billing;
  return {
    secretKey,
    webhookSecrets,
    prices: { monthly: priceMonthly, yearly: priceYearly },
    apiBase,
    returnUrl: `${appUrl}/settings/subscription`,
  };
}
