import 'server-only';
import { parseEnv } from './parse-env';
import type { ServerEnv } from './server-env';

export type { ServerEnv } from './server-env';

let parsed: ServerEnv | undefined;

/**
 * Returns the environment of this process, parsed on the first call.
 * @throws EnvError with the name of the invalid variable in its message
 */
export function env(): ServerEnv {
  return (parsed ??= parseEnv());
}
