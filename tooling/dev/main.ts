import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseEnv } from '@/lib/env/parse-env';
import { appVariables, startOwnDatabase } from '@/server/database';
import { loadDotEnv, onShutdownSignal, runProgram } from '@/server/program';

// `npm run dev`: the development server of Next, on the same database as `npm start`.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv();
  const database = await startOwnDatabase(env);
  const app = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'dev', '--hostname', 'localhost', '--port', String(env.port)],
    {
      env: {
        ...process.env,
        ...appVariables(env, database.url),
        NODE_ENV: 'development',
        NEXT_TELEMETRY_DISABLED: '1',
      },
      stdio: 'inherit',
    },
  );
  const exited = once(app, 'exit');
  onShutdownSignal(async () => {
    app.kill('SIGTERM');
    await exited;
    await database.close();
  });
  await exited;
  await database.close();
});
