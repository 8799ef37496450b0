import { loadDotEnv } from '@/server/runtime/load-dot-env';
import { runProgram } from '@/server/runtime/run-program';
import { say } from '@/server/runtime/say';
import { serve } from './serve';

await runProgram(async () => {
  loadDotEnv();
  await serve(say);
});
