import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseEnv } from '@/lib/env/parse-env';
import { publishEnv } from '@/lib/env/process-env';
import { createLog } from '@/lib/observability/log';
import { appVariables, startOwnDatabase } from '@/server/database';
import { loadDotEnv, onShutdownSignal, runProgram } from '@/server/program';
import { workerArguments } from '@/server/worker-arguments.mjs';
import { refuseAlone, startWorkerBeside } from '@/server/worker-process';
import { listenInFront } from '@/tooling/dev/content-front';
import { freePort } from '@/tooling/test/free-port';

// `npm run dev`: the development server of Next and a worker, on the same database as `npm start`.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv();
  refuseAlone(env);
  const database = await startOwnDatabase(env);
  publishEnv(appVariables(env, database.url));
  const { port, contentUrl } = env;
  const target = contentUrl === null ? port : await freePort();
  const stopFront = contentUrl === null ? null : await listenInFront({ port, contentUrl, target });
  const app = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'dev', '--hostname', 'localhost', '--port', String(target)],
    {
      env: {
        ...process.env,
        NODE_ENV: 'development',
        NEXT_TELEMETRY_DISABLED: '1',
      },
      stdio: 'inherit',
    },
  );
  const exited = once(app, 'exit');
  const worker = startWorkerBeside(
    env,
    workerArguments('tooling/run.mjs', 'server/worker-main.ts'),
    createLog('server'),
  );
  onShutdownSignal(async () => {
    app.kill('SIGTERM');
    await Promise.all([exited, worker.stop()]);
    await database.close();
  });
  await exited;
  stopFront?.();
  await worker.stop();
  await database.close();
});
