import { statfs } from 'node:fs/promises';
import path from 'node:path';
import {
  googleSettings,
  mailSettings,
  modelSettings,
  paymentSettings,
  providerConfig,
} from '@/lib/env/provider-config';
import type { ServerEnv } from '@/lib/env/server-env';
import { createLog } from '@/lib/observability/log';
import {
  createAskModel,
  createFetchPage,
  createOpenId,
  createPayments,
  createProvider,
  createSendMail,
  openDatabase,
  type Database,
  type Provider,
} from '@/provider/index';

/** Composes the provider from the environment. `close()` also closes its database connections. */
export function createEmbeddedProvider(env: ServerEnv, databaseUrl: string): Provider {
  const log = createLog('provider');
  const db = openDatabase({
    url: databaseUrl,
    storageQuotaBytes: env.storageQuotaBytes ?? undefined,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const google = googleSettings(env);
  const model = modelSettings(env);
  const payments = paymentSettings(env);
  const provider = createProvider({
    db,
    clock: () => new Date(),
    fetchPage: createFetchPage({
      allow: env.fetchAllow,
      // The log must not reveal which sites people save, so only the reason is logged.
      onFailure: ({ reason }) => log.info({ reason }, 'a page could not be fetched'),
    }),
    sendMail: createSendMail(mailSettings(env), log),
    google: google && createOpenId(google),
    askModel: model && createAskModel(model),
    payments: payments && createPayments(payments, log),
    freeBytes: () => freeBytes(db, env.dataDir),
    log,
    config: providerConfig(env),
  });
  return {
    ...provider,
    close: async () => {
      await provider.close();
      await db.$client.end();
    },
  };
}

/** Free bytes of the disk that the embedded database is on; null for any other database, whose disk is elsewhere. */
async function freeBytes({ $client }: Database, dataDir: string): Promise<number | null> {
  try {
    const { rows } = await $client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    const folder = rows[0]?.folder ?? '';
    if (path.relative(path.resolve(dataDir), folder).startsWith('..')) return null;
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // Another server lets only some of its users know its folder.
    return null;
  }
}
