import 'server-only';
import { parseEnv } from './parse-env';
import type { ServerEnv } from './server-env';

export type { ServerEnv } from './server-env';

let parsed: ServerEnv | undefined;

/**
 * The environment of this process, parsed at the first call.
 * @throws EnvError, whose message names the variable that cannot be used
 */
export function env(): ServerEnv {
  return (parsed ??= parseEnv());
}
