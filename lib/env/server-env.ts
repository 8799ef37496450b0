/** A capability that is on only when it was configured. */
type Capability<Settings> = { enabled: false } | ({ enabled: true } & Settings);

/** The environment, parsed and grouped by what it makes possible. */
export interface ServerEnv {
  port: number;
  /** Public origin without a trailing slash. */
  appUrl: string;
  /** Absolute. */
  dataDir: string;
  /** At least 32 characters. */
  sessionSecret: string;
  /** Addresses or CIDR ranges. */
  trustedProxies: string[];
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Null: the provider in this process. */
  apiUrl: string | null;
  /** Lower case. */
  adminEmail: string | null;
  selfHostedPlan: 'free' | 'pro' | null;
  /** Bytes that the bookmarks of one account may take; null sets no limit. */
  storageQuotaBytes: number | null;
  mail: Capability<{ smtpUrl: string }> & { from: string };
  google: Capability<{ clientId: string; clientSecret: string; issuer: string }>;
  billing: Capability<{
    secretKey: string;
    webhookSecrets: readonly string[];
    priceMonthly: string;
    priceYearly: string;
    apiBase: string;
  }>;
  reports: Capability<{ dsn: string }>;
  geo: Capability<{ url: string }>;
  /** Lower case; believed from a trusted proxy only. */
  geoHeader: string | null;
  ai: Capability<{ baseUrl: string; model: string; apiKey: string | null }>;
  /** Where each browser installs the extension from; a browser without an address has no entry. */
  extensionLinks: { chrome?: string; edge?: string };
  /** Whether the text of pages is fetched in the background. */
  pageTexts: boolean;
  /** Whether browsers get the service worker, rather than the one that removes it. */
  serviceWorker: boolean;
  /** Null: no `/metrics`. */
  metricsToken: string | null;
  /** 1 in production. */
  rateLimitScale: number;
  /** `host:port`, as configured. */
  fetchAllow: string[];
}

/** Warnings, printed at every start, about settings that weaken protection in production. */
export function productionWarnings({ rateLimitScale, fetchAllow }: ServerEnv): string[] {
  const warnings: string[] = [];
  if (rateLimitScale > 1) {
    warnings.push(
      `Warning: RATE_LIMIT_SCALE is ${rateLimitScale}. It weakens the protection of passwords and is meant for tests.`,
    );
  }
  if (fetchAllow.length > 0) {
    warnings.push(
      `Warning: FETCH_ALLOW is set to ${fetchAllow.join(', ')}. Every account can make this server request these hosts.`,
    );
  }
  return warnings;
}
