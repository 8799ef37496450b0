import path from 'node:path';
import { isProduction } from '@/lib/env/mode';
import type { ServerEnv } from '@/lib/env/server-env';
import manifest from '@/package.json' with { type: 'json' };

/** The provider's configuration, wherever it runs. */
export function providerConfig(env: ServerEnv) {
  return {
    appUrl: env.appUrl,
    secret: env.sessionSecret,
    version: manifest.version,
    selfHostedPlan: env.selfHostedPlan ?? undefined,
    billing: env.billing.enabled,
    adminEmail: env.adminEmail ?? undefined,
    storageQuotaBytes: env.storageQuotaBytes ?? undefined,
    pageTexts: env.pageTexts,
    metricsToken: env.metricsToken ?? undefined,
    rateLimitScale: env.rateLimitScale,
    // Bundled beside the server by the build (tooling/launch/build.mjs).
    programs: isProduction ? path.resolve('.next/serve') : undefined,
  };
}

/** Where mails go, wherever the provider runs. */
export function mailSettings({ mail, dataDir }: ServerEnv) {
  return {
    smtpUrl: mail.enabled ? mail.smtpUrl : null,
    from: mail.from,
    outbox: path.join(dataDir, 'outbox'),
  };
}

/** How people sign in with Google, or the issuer in its place; null where that is not configured. */
export function googleSettings({ google, appUrl }: ServerEnv) {
  if (!google.enabled) return null;
  const { issuer, clientId, clientSecret } = google;
  return { issuer, clientId, clientSecret, redirectUri: `${appUrl}/oauth-callback` };
}

/** The language model that may be asked what a question means; null where none is configured. */
export function modelSettings({ ai }: ServerEnv) {
  if (!ai.enabled) return null;
  const { baseUrl, model, apiKey } = ai;
  return { baseUrl, model, apiKey };
}

/** How Pro is paid for; null where that is not configured. */
export function paymentSettings({ billing, appUrl }: ServerEnv) {
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
