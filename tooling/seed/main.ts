import { parseEnv } from '@/lib/env/parse-env';
import { seed } from '@/provider/seed/seed';
import { withDatabase } from '@/server/database';
import { loadDotEnv, runProgram, printLine } from '@/server/program';

// `npm run seed`: also works while the app runs.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv();
  await withDatabase(env, async (url) => {
    const { email, password, key, isNew, bookmarks, collections, spaces } = await seed(url);
    const holds = `${bookmarks} bookmarks in ${collections} collections and ${spaces} spaces`;
    printLine(isNew ? `A demo library is ready: ${holds}.` : `The demo library already exists: ${holds}.`);
    printLine(`Sign in at ${env.appUrl} as ${email} with the password ${password}`);
    printLine(`Some bookmarks are encrypted; their key is: ${key}`);
  });
});
