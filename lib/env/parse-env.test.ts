import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { EnvError, parseEnv } from './parse-env';
import { productionWarnings } from './server-env';

const SECRET = 'qL8v0Zr4cJ2xW7tY1nB5mK9dF3hG6sPa';
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

function makeDataDir(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-env-'));
  folders.push(folder);
  return path.join(folder, 'data');
}

test('an empty environment is valid: embedded database, provider in this process, everything else off', () => {
  const DATA_DIR = makeDataDir();
  const env = parseEnv({ DATA_DIR, SMTP_URL: '', AI_BASE_URL: '  ' });
  expect(env).toMatchObject({
    port: 3000,
    appUrl: 'http://localhost:3000',
    dataDir: DATA_DIR,
    databaseUrl: null,
    apiUrl: null,
    worker: 'beside',
    adminEmail: null,
    selfHostedPlan: null,
    mail: { enabled: false, from: 'Markwell <no-reply@localhost>' },
    google: { enabled: false },
    billing: { enabled: false },
    reports: { enabled: false },
    geo: { enabled: false },
    geoHeader: null,
    ai: { enabled: false },
    extensionLinks: {},
    auditDays: 365,
    pageTexts: true,
    copies: true,
    contentUrl: null,
    covers: true,
    metricsToken: null,
    rateLimitScale: 1,
    trustedProxies: [],
    fetchAllow: [],
  });
});

test('copies have a host of their own, with https if the app has it', () => {
  const app = { DATA_DIR: makeDataDir(), APP_URL: 'https://links.example' };
  const parse = (CONTENT_URL: string) => parseEnv({ ...app, CONTENT_URL }).contentUrl;
  expect(parse('https://copies.example/')).toBe('https://copies.example');
  for (const refused of [
    'https://links.example:8443',
    'http://copies.example',
    'https://copies.example/path',
  ]) {
    expect(() => parse(refused)).toThrow('CONTENT_URL');
  }
});

test('a bucket needs an address, a name and a key, or none of them', () => {
  const bucket = {
    DATA_DIR: makeDataDir(),
    S3_ENDPOINT: 'http://s3.internal:9000/',
    S3_BUCKET: 'markwell',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(parseEnv(bucket).s3).toEqual({
    enabled: true,
    endpoint: 'http://s3.internal:9000',
    bucket: 'markwell',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  expect(() => parseEnv({ ...bucket, S3_SECRET_ACCESS_KEY: '' })).toThrow(
    'S3_SECRET_ACCESS_KEY must be set when S3_ENDPOINT is set',
  );
  expect(() => parseEnv({ ...bucket, S3_BUCKET: 'a/b' })).toThrow('S3_BUCKET must be the name of a bucket');
  expect(parseEnv({ DATA_DIR: bucket.DATA_DIR, S3_REGION: 'eu-central-1' }).s3).toEqual({ enabled: false });
});

test('the secret is generated once, readable only by the owner, and read again', () => {
  const DATA_DIR = makeDataDir();
  const first = parseEnv({ DATA_DIR }).sessionSecret;
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(fs.statSync(path.join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(DATA_DIR)).toEqual(['secret']);
  expect(parseEnv({ DATA_DIR }).sessionSecret).toBe(first);
});

test('a damaged secret file is reported and not replaced', () => {
  const DATA_DIR = makeDataDir();
  fs.mkdirSync(DATA_DIR);
  fs.writeFileSync(path.join(DATA_DIR, 'secret'), 'short');
  expect(() => parseEnv({ DATA_DIR })).toThrow(/secret is damaged/);
});

test('capabilities are grouped', () => {
  const env = parseEnv({
    DATABASE_URL: 'postgres://u:p@db/markwell',
    SESSION_SECRET: SECRET,
    APP_URL: 'https://links.example.org/',
    SMTP_URL: 'smtps://u:p@mail:465',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    AI_BASE_URL: 'http://localhost:11434/v1',
    AI_MODEL: 'small',
    AI_EMBEDDING_MODEL: 'near',
    ADMIN_EMAIL: 'Admin@Example.org',
    EXTENSION_EDGE_URL: 'https://addons.example.org/markwell',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    FETCH_ALLOW: '127.0.0.1:8080,[::1]:80,wiki.intranet:80',
  });
  expect(env).toMatchObject({
    appUrl: 'https://links.example.org',
    databaseUrl: 'postgres://u:p@db/markwell',
    adminEmail: 'admin@example.org',
    mail: { enabled: true, smtpUrl: 'smtps://u:p@mail:465', from: 'Markwell <no-reply@links.example.org>' },
    google: { enabled: true, clientId: 'id', clientSecret: 'secret', issuer: 'https://accounts.google.com' },
    ai: {
      enabled: true,
      baseUrl: 'http://localhost:11434/v1',
      model: 'small',
      embeddingModel: 'near',
      apiKey: null,
    },
    extensionLinks: { edge: 'https://addons.example.org/markwell' },
    trustedProxies: ['10.0.0.0/8', '::1'],
    fetchAllow: ['127.0.0.1:8080', '[::1]:80', 'wiki.intranet:80'],
  });
});

describe('an invalid value is rejected in one line that names the variable', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a number'],
    [{ PORT: '80.5' }, 'PORT must be a whole number'],
    [{ PORT: '0' }, 'PORT must be at least 1'],
    [{ PORT: '70000' }, 'PORT must be at most 65535'],
    [{ APP_URL: 'links.example.org' }, 'APP_URL must be a URL that begins with https:// or http://'],
    [{ APP_URL: 'https://example.org/app' }, 'APP_URL must be an address without a path'],
    [{ APP_URL: 'https://user@example.org' }, 'APP_URL must be an address without a path'],
    [{ DATABASE_URL: 'mysql://db', SESSION_SECRET: SECRET }, 'DATABASE_URL must be a URL that begins with'],
    [{ DATABASE_URL: 'postgres://db/m' }, 'SESSION_SECRET must be set when DATABASE_URL is set'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters'],
    [{ SESSION_SECRET: 'change-me-change-me-change-me-0123456' }, 'SESSION_SECRET must not be a placeholder'],
    [{ SESSION_SECRET: 'x'.repeat(40) }, 'SESSION_SECRET must be random'],
    [{ WORKER: 'yes' }, 'WORKER must be "beside", "alone" or "off"'],
    [{ WORKER: 'alone' }, 'DATABASE_URL must be set when WORKER is alone'],
    [
      {
        WORKER: 'alone',
        DATABASE_URL: 'postgres://db/m',
        SESSION_SECRET: SECRET,
        API_URL: 'https://a.example',
      },
      'API_URL must not be set when WORKER is alone',
    ],
    [{ ADMIN_EMAIL: 'me' }, 'ADMIN_EMAIL must be an e-mail address'],
    [{ SELF_HOSTED_PLAN: 'gold' }, 'SELF_HOSTED_PLAN must be "free" or "pro"'],
    [{ STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is set'],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec', STRIPE_PRICE_MONTHLY: 'm', STRIPE_PRICE_YEARLY: 'y' },
      'STRIPE_SECRET_KEY must be set when STRIPE_WEBHOOK_SECRET is set',
    ],
    [{ STRIPE_API_BASE: 'https://api.stripe.com/v1' }, 'STRIPE_API_BASE must be an address without a path'],
    [{ EXTENSION_CHROME_URL: 'javascript:alert(1)' }, 'EXTENSION_CHROME_URL must be a URL that begins with'],
    [{ AI_MODEL: 'small' }, 'AI_BASE_URL must be set when AI_MODEL is set'],
    [{ AI_EMBEDDING_MODEL: 'near' }, 'AI_BASE_URL must be set when AI_EMBEDDING_MODEL is set'],
    [{ SENTRY_DSN: 'https://sentry.example.org/1' }, 'SENTRY_DSN must be a DSN'],
    [{ SENTRY_DSN: 'https://key:secret@sentry.example.org/project' }, 'SENTRY_DSN must be a DSN'],
    [{ GEO_URL: 'https://geo.example.org/json' }, 'GEO_URL must contain {ip}'],
    [{ GEO_HEADER: 'a b' }, 'GEO_HEADER must be the name of a header'],
    [{ PAGE_TEXTS: 'no' }, 'PAGE_TEXTS must be "on" or "off"'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
    [{ RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE must be above 0'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,proxy' }, 'TRUSTED_PROXIES must be a list'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES must be a list'],
    [{ FETCH_ALLOW: 'wiki.intranet' }, 'FETCH_ALLOW must be a list'],
    [{ MAIL_FROM: 'Markwell <a@example.org>\r\nBcc: b@example.org' }, 'MAIL_FROM must be one line'],
  ])('%j', (source, message) => {
    const parse = () => parseEnv({ DATA_DIR: makeDataDir(), SESSION_SECRET: undefined, ...source });
    expect(parse).toThrow(EnvError);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow(/\n/);
  });

  test('and never repeats the value, which may be a secret', () => {
    expect(() => parseEnv({ DATABASE_URL: 'mysql://user:hunter2@db' })).not.toThrow(/hunter2/);
  });
});

describe('a DATA_DIR that cannot be used is one line', () => {
  test('a file', () => {
    const DATA_DIR = makeDataDir();
    fs.writeFileSync(DATA_DIR, '');
    expect(() => parseEnv({ DATA_DIR })).toThrow(`DATA_DIR cannot be used: ${DATA_DIR} is not a folder.`);
    const inside = path.join(DATA_DIR, 'inside');
    expect(() => parseEnv({ DATA_DIR: inside })).toThrow(
      `DATA_DIR cannot be used: ${inside} is not a folder.`,
    );
  });

  test.runIf(process.platform === 'linux').each(['/proc/x', '/proc/x/y', '/proc', '/sys/x'])(
    '%s, which is not writable',
    (DATA_DIR) => {
      expect(() => parseEnv({ DATA_DIR })).toThrow(/^DATA_DIR cannot be used: [^\n]*\.$/);
    },
  );
});

test('settings for tests are warned about, with their values', () => {
  const DATA_DIR = makeDataDir();
  expect(productionWarnings(parseEnv({ DATA_DIR }))).toEqual([]);
  const env = parseEnv({ DATA_DIR, RATE_LIMIT_SCALE: '1000', FETCH_ALLOW: '127.0.0.1:80,wiki.intranet:80' });
  expect(productionWarnings(env)).toEqual([
    expect.stringMatching(/^Warning: RATE_LIMIT_SCALE is 1000\./) as string,
    expect.stringMatching(/^Warning: FETCH_ALLOW is set to 127\.0\.0\.1:80, wiki\.intranet:80\./) as string,
  ]);
});
