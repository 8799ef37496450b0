import path from 'node:path';
import { parseEnv } from '@/lib/env/parse-env';
import type { ServerEnv } from '@/lib/env/server-env';
import { migrate } from '@/provider/index';
import { seed } from '@/provider/seed/seed';
import { DataDirInUseError } from '@/server/data-dir-lock';
import { startDatabase } from '@/server/database';
import { findLastSocketDir, socketUrl } from '@/server/postgres/socket';
import { loadDotEnv, runProgram, say } from '@/server/program';

// `npm run seed`: also while the app runs.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv();
  await withDatabase(env, async (url) => {
    const { email, password, key, isNew, bookmarks, collections, spaces } = await seed(url);
    const holds = `${bookmarks} bookmarks in ${collections} collections and ${spaces} spaces`;
    say(isNew ? `A demo library is ready: ${holds}.` : `The demo library was there already: ${holds}.`);
    say(`Sign in at ${env.appUrl} as ${email} with the password ${password}`);
    say(`Some bookmarks are encrypted; their key is: ${key}`);
  });
});

/** Runs on the database of a running app, or starts the database if no app is running. */
async function withDatabase(env: ServerEnv, run: (url: string) => Promise<void>): Promise<void> {
  const running = env.databaseUrl ?? undefined;
  if (running !== undefined) {
    await migrate(running);
    await run(running);
    return;
  }
  const database = await startDatabase(env).catch((error: unknown) => runningDatabase(env, error));
  try {
    await run(database.url);
  } finally {
    await database.close();
  }
}

/** The socket of the embedded server is accessible to the same user and to root. */
function runningDatabase(env: ServerEnv, error: unknown) {
  const socketDir = findLastSocketDir(path.join(env.dataDir, 'postgres/data'));
  if (!(error instanceof DataDirInUseError) || socketDir === null) throw error;
  return { url: socketUrl(socketDir), close: () => Promise.resolve() };
}
