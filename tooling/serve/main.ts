import { loadDotEnv } from '@/tooling/runtime/load-dot-env';
import { runProgram } from '@/tooling/runtime/run-program';
import { say } from '@/tooling/runtime/say';
import { serve } from './serve';

await runProgram(async () => {
  loadDotEnv();
  await serve(say);
});
