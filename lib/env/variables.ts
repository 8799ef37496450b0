import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isEmail, toAsciiEmail } from '@/lib/contract/email';
import { parseDsn } from '@/lib/observability/dsn';

/**
 * Schemas of all environment variables, whose input is text. An empty text counts as unset.
 * `.env.example` is generated from the descriptions here (`npm run env-example`).
 */
export const variables = {
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(65_535, 'must be at most 65535')
    .default(3000)
    .meta({
      group: 'Server',
      description: 'Port to listen on.',
    }),
  APP_URL: origin().optional().meta({
    group: 'Server',
    description: 'Public address, used in mails and shared links. Default: http://localhost:PORT.',
    example: 'https://links.example.org',
  }),
  DATA_DIR: z.string().default('.data').meta({
    group: 'Server',
    description:
      'Folder of everything that has to be kept: the embedded database, files, the secret, backups.',
  }),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional().meta({
    group: 'Server',
    description: 'A PostgreSQL server (15 or newer) to use in place of the embedded one.',
    example: 'postgres://markwell:password@db.example.org:5432/markwell',
  }),
  API_URL: origin().optional().meta({
    group: 'Server',
    description: 'A /v1 provider elsewhere, to use in place of the one in this process.',
    example: 'https://api.example.org',
  }),
  WORKER: z
    .enum(['beside', 'alone', 'off'], 'must be "beside", "alone" or "off"')
    .default('beside')
    .meta({
      group: 'Server',
      description:
        'Where background jobs run: in a process that is started beside the app, in this process alone (without the ' +
        'app; requires DATABASE_URL), or not on this machine.',
    }),
  SESSION_SECRET: z
    .string()
    .optional()
    .meta({
      group: 'Server',
      description:
        'At least 32 random characters that encrypt the session cookie. Made and kept in DATA_DIR when unset; ' +
        'required with DATABASE_URL, because every process has to use the same one.',
    }),
  TRUSTED_PROXIES: list(addressRange(), 'an address or a range such as 10.0.0.0/8').meta({
    group: 'Server',
    description: 'Addresses or ranges, separated by commas, of proxies whose X-Forwarded-For is believed.',
    example: '10.0.0.0/8,fd00::/8',
  }),
  ADMIN_EMAIL: z
    .string()
    .overwrite(toAsciiEmail)
    .refine(isEmail, 'must be an e-mail address')
    .toLowerCase()
    .optional()
    .meta({
      group: 'Accounts',
      description:
        'This address becomes administrator once it is verified. Default: the first account that registers.',
      example: 'admin@example.org',
    }),
  SELF_HOSTED_PLAN: z.enum(['free', 'pro'], 'must be "free" or "pro"').optional().meta({
    group: 'Accounts',
    description: 'Gives every account this plan, whatever billing says.',
    example: 'pro',
  }),
  STORAGE_QUOTA_MB: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(1_000_000_000, 'must be at most 1000000000')
    .default(2000)
    .meta({
      group: 'Accounts',
      description:
        'Megabytes that the bookmarks of one account may take; 2000 are about a million. 0 sets no limit.',
    }),
  AUDIT_DAYS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(3650, 'must be at most 3650')
    .default(365)
    .meta({
      group: 'Accounts',
      description:
        'Days that the log of changes by administrators is kept. An entry contains the last address of an account ' +
        'even after its deletion.',
    }),
  SMTP_URL: url(['smtp:', 'smtps:']).optional().meta({
    group: 'Mail',
    description: 'Mail server. Without it each mail is written to DATA_DIR/outbox and its code to the log.',
    example: 'smtps://user:password@mail.example.org:465',
  }),
  MAIL_FROM: z
    .string()
    .regex(/^\P{Cc}*$/u, 'must be one line, without control characters')
    .optional()
    .meta({
      group: 'Mail',
      description: 'Sender of the mails. Default: Markwell at the host of APP_URL.',
      example: 'Markwell <hello@example.org>',
    }),
  GOOGLE_CLIENT_ID: z.string().optional().meta({
    group: 'Sign-in with Google, or another OpenID Connect issuer',
    description:
      'Client id; the button appears when both id and secret are set. The issuer has to know APP_URL/oauth-callback.',
  }),
  GOOGLE_CLIENT_SECRET: z.string().optional().meta({
    group: 'Sign-in with Google, or another OpenID Connect issuer',
    description: 'Client secret.',
  }),
  GOOGLE_ISSUER: url(['https:', 'http:']).default('https://accounts.google.com').meta({
    group: 'Sign-in with Google, or another OpenID Connect issuer',
    description: 'The issuer.',
  }),
  STRIPE_SECRET_KEY: z.string().optional().meta({
    group: 'Billing',
    description: 'Billing is off unless this and the next three are set.',
  }),
  STRIPE_WEBHOOK_SECRET: z.string().optional().meta({
    group: 'Billing',
    description:
      'Signing secret of the webhook at /v1/billing/webhook; two, separated by a comma, while it is replaced.',
  }),
  STRIPE_PRICE_MONTHLY: z.string().optional().meta({
    group: 'Billing',
    description: 'Price id of the monthly plan.',
  }),
  STRIPE_PRICE_YEARLY: z.string().optional().meta({
    group: 'Billing',
    description: 'Price id of the yearly plan.',
  }),
  STRIPE_API_BASE: origin().default('https://api.stripe.com').meta({
    group: 'Billing',
    description: 'Address of the payment API.',
  }),
  S3_ENDPOINT: origin()
    .optional()
    .meta({
      group: 'Files',
      description:
        'A service that speaks the protocol of S3, to store covers and other files in a bucket in place of ' +
        'DATA_DIR/blobs. Required with several machines, which have to share the files.',
      example: 'https://s3.example.org',
    }),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,62}$/i, 'must be the name of a bucket')
    .optional()
    .meta({
      group: 'Files',
      description: 'An existing private bucket, addressed by path. Objects begin with blobs/.',
    }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({
    group: 'Files',
    description: 'Key that may read, write and delete objects of the bucket.',
  }),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta({
    group: 'Files',
    description: 'Its secret.',
  }),
  S3_REGION: z.string().default('us-east-1').meta({
    group: 'Files',
    description: 'Region that requests are signed for.',
  }),
  SENTRY_DSN: z
    .string()
    .refine((text) => parseDsn(text) !== null, {
      error: 'must be a DSN such as https://key@sentry.example.org/1',
    })
    .transform((text) => parseDsn(text)?.text ?? text)
    .optional()
    .meta({
      group: 'Reports and region',
      description:
        'Sentry project, or one of a compatible server, that gets error reports of the server, and of browsers ' +
        'that have consented. Without it nothing leaves this server.',
      example: 'https://key@sentry.example.org/1',
    }),
  GEO_URL: url(['https:', 'http:'])
    .refine((text) => text.includes('{ip}'), { error: 'must contain {ip}' })
    .optional()
    .meta({
      group: 'Reports and region',
      description:
        'Looks up the country of an address, to know whether consent has to be asked for, and to show where sessions ' +
        'are used; {ip} is replaced by the address, and the response is JSON with country_code. Without a country, ' +
        'every visitor is asked for consent, and sessions show the address alone.',
      example: 'https://geo.example.org/{ip}/json',
    }),
  GEO_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a header')
    .toLowerCase()
    .optional()
    .meta({
      group: 'Reports and region',
      description: 'A header in which a proxy of TRUSTED_PROXIES sends the country of a visitor.',
      example: 'cf-ipcountry',
    }),
  AI_BASE_URL: url(['https:', 'http:']).optional().meta({
    group: 'Language model',
    description: 'Any server with an OpenAI-compatible API, also a local one. Everything works without it.',
    example: 'http://localhost:11434/v1',
  }),
  AI_MODEL: z.string().optional().meta({
    group: 'Language model',
    description: 'Name of the model; required with AI_BASE_URL.',
  }),
  AI_EMBEDDING_MODEL: z
    .string()
    .optional()
    .meta({
      group: 'Language model',
      description:
        'Name of a model of the same server for embeddings, which finds bookmarks by meaning. It gets their titles and ' +
        'descriptions, and PostgreSQL needs the extension vector (pgvector).',
    }),
  AI_API_KEY: z.string().optional().meta({
    group: 'Language model',
    description: 'Its key, where the server wants one.',
  }),
  EXTENSION_CHROME_URL: url(['https:', 'http:']).optional().meta({
    group: 'Browser extension',
    description: 'Page to install it from in Chrome. The sidebar invites people only where this is set.',
    example: 'https://chromewebstore.google.com/detail/markwell/abcdefghijklmnopabcdefghijklmnop',
  }),
  EXTENSION_EDGE_URL: url(['https:', 'http:']).optional().meta({
    group: 'Browser extension',
    description: 'The same for Edge.',
    example: 'https://microsoftedge.microsoft.com/addons/detail/markwell/abcdefghijklmnopabcdefghijklmnop',
  }),
  PAGE_TEXTS: z.enum(['on', 'off'], 'must be "on" or "off"').default('on').meta({
    group: 'Page text',
    description: 'Whether the pages of Pro accounts are fetched in the background, to search in their text.',
  }),
  COVERS: z.enum(['on', 'off'], 'must be "on" or "off"').default('on').meta({
    group: 'Covers',
    description: 'Whether the pictures of pages are fetched in the background, to show them with bookmarks.',
  }),
  COPIES: z.enum(['on', 'off'], 'must be "on" or "off"').default('on').meta({
    group: 'Copies of pages',
    description: 'Whether the pages of Pro accounts are copied in the background, with their pictures.',
  }),
  CONTENT_URL: origin()
    .optional()
    .meta({
      group: 'Copies of pages',
      description:
        'An address of its own host for saved copies, which leads to this server and answers nothing else. Best under ' +
        'another domain than APP_URL. Without it, copies are served from APP_URL.',
      example: 'https://copies.example.net',
    }),
  SERVICE_WORKER: z.enum(['on', 'off'], 'must be "on" or "off"').default('on').meta({
    group: 'Installed app',
    description: 'Off removes the service worker from every browser that has installed it, with its caches.',
  }),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must begin with mailto: or https://')
    .optional()
    .meta({
      group: 'Security contact',
      description:
        'Where to report vulnerabilities, published at /.well-known/security.txt. Without it there is no such file.',
      example: 'mailto:security@example.org',
    }),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional().meta({
    group: 'Metrics',
    description: 'Bearer token of /metrics, where Prometheus reads. Without it there is no such page.',
  }),
  RATE_LIMIT_SCALE: z.coerce.number('must be a number').positive('must be above 0').default(1).meta({
    group: 'Tests and intranets',
    description: 'Multiplies every rate limit. For tests and load runs, never for production.',
  }),
  FETCH_ALLOW: list(hostAndPort(), 'host:port').meta({
    group: 'Tests and intranets',
    description: 'Private hosts, separated by commas, that page titles and icons may be fetched from.',
    example: 'wiki.intranet:80',
  }),
} as const;

/** The name of an environment variable. */
export type VariableName = keyof typeof variables;

/** The variables with their types, before they are grouped by capability. */
export const environmentSchema = z.object(variables);

function url(protocols: string[]) {
  const allowed = protocols.map((protocol) => `${protocol}//`).join(' or ');
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that begins with ${allowed}`,
    abort: true,
  });
}

/** A URL without a path; the result has no trailing slash. */
function origin() {
  return url(['https:', 'http:'])
    .refine((text) => new URL(text).pathname === '/' && !/[?#@]/.test(text), {
      error: 'must be an address without a path, such as https://links.example.org',
    })
    .transform((text) => new URL(text).origin);
}

function list(item: z.ZodType<string>, shape: string) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .refine((parts) => parts.every((part) => item.safeParse(part).success), {
      error: `must be a list, separated by commas, each ${shape}`,
    });
}

function addressRange() {
  // A /0 range would include every client, which could then claim any address.
  return z
    .string()
    .refine((text) => ipaddr.isValid(text) || (ipaddr.isValidCIDR(text) && !/\/0+$/.test(text)));
}

function hostAndPort() {
  return z.string().regex(/^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i);
}
