import fs from 'node:fs';

/** Reads `.env` of the working directory when there is one; the environment itself wins. */
export function loadDotEnv(): void {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
}
