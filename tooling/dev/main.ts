import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseEnv } from '@/lib/env/parse-env';
import { loadDotEnv } from '@/server/runtime/load-dot-env';
import { startDatabase } from '@/server/runtime/start-database';
import { publishedEnv } from '@/server/runtime/publish-env';
import { runProgram } from '@/server/runtime/run-program';
import { say } from '@/server/runtime/say';
import { whenTold } from '@/server/runtime/when-told';

// The framework's own development server, with hot reload, on the same database as `npm start`.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv(process.env);
  const database = await startDatabase({ env, say });
  const app = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'dev', '--hostname', 'localhost', '--port', String(env.port)],
    {
      env: {
        ...process.env,
        ...publishedEnv(env, database.url),
        NODE_ENV: 'development',
        NEXT_TELEMETRY_DISABLED: '1',
      },
      stdio: 'inherit',
    },
  );
  const ended = once(app, 'exit');
  whenTold(async () => {
    app.kill('SIGTERM');
    await ended;
    await database.close();
  }, say);
  await ended;
  await database.close();
});
