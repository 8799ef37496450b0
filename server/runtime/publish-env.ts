import type { ServerEnv } from '@/lib/env/server-env';

/**
 * Gives the app, which is bundled apart and parses the environment for itself, what was found out here: where the
 * database is, and the secret that was made for it.
 */
export function publishEnv(env: ServerEnv, databaseUrl: string): void {
  Object.assign(process.env, publishedEnv(env, databaseUrl));
}

/** The same for a child process. */
export function publishedEnv(env: ServerEnv, databaseUrl: string): Record<string, string> {
  return {
    PORT: String(env.port),
    DATA_DIR: env.dataDir,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: env.sessionSecret,
  };
}
