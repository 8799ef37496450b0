/** A capability that is enabled only if it is configured. */
type Capability<Settings> = { enabled: false } | ({ enabled: true } & Settings);

/** The parsed environment, grouped by capability. */
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
  /** Where jobs run: beside the app, in this process without the app, or elsewhere. */
  worker: 'beside' | 'alone' | 'off';
  /** Lower case. */
  adminEmail: string | null;
  selfHostedPlan: 'free' | 'pro' | null;
  /** Storage limit for the bookmarks of one account, in bytes; null for no limit. */
  storageQuotaBytes: number | null;
  /** Age at which entries of the audit log are deleted. */
  auditDays: number;
  mail: Capability<{ smtpUrl: string }> & { from: string };
  google: Capability<{ clientId: string; clientSecret: string; issuer: string }>;
  billing: Capability<{
    secretKey: string;
    webhookSecrets: readonly string[];
    priceMonthly: string;
    priceYearly: string;
    apiBase: string;
  }>;
  /** Disabled: files are stored in DATA_DIR. */
  s3: Capability<{
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  }>;
  reports: Capability<{ dsn: string }>;
  geo: Capability<{ url: string }>;
  /** Lower case; accepted from trusted proxies only. */
  geoHeader: string | null;
  ai: Capability<{ baseUrl: string; model: string; embeddingModel: string | null; apiKey: string | null }>;
  /** Installation page of the extension per browser; a browser without a URL has no entry. */
  extensionLinks: { chrome?: string; edge?: string };
  /** Whether the text of pages is fetched in the background. */
  pageTexts: boolean;
  /** Whether pages are copied in the background. */
  copies: boolean;
  /** Origin of saved copies, without a trailing slash; null for that of the app. */
  contentUrl: string | null;
  /** Whether the pictures of pages are fetched in the background. */
  covers: boolean;
  /** Whether browsers receive the service worker instead of a script that removes it. */
  serviceWorker: boolean;
  /** A `mailto:` or `https:` URL. Null: no `/.well-known/security.txt`. */
  securityContact: string | null;
  /** Null: no `/metrics`. */
  metricsToken: string | null;
  /** 1 in production. */
  rateLimitScale: number;
  /** `host:port`, as configured. */
  fetchAllow: string[];
}

/** Returns warnings about settings that weaken protection in production; printed at every start. */
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
