import fs from 'node:fs/promises';
import path from 'node:path';

/**
 * Gives the framework its settings as the build has written them down, the way its own standalone server does. Else it
 * reads `next.config.ts` anew, and with it loads two compilers that nothing asks for afterwards: 40 MB and a second.
 */
export async function bringSettings(folder: string): Promise<void> {
  const file = path.join(folder, '.next/required-server-files.json');
  const { config } = JSON.parse(await fs.readFile(file, 'utf8')) as { config: object };
  process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = JSON.stringify(config);
}
