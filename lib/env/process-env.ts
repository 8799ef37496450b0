/** Variables that system programs need. Others may be secrets of the app, or configure the program. */
const SYSTEM_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/** Returns the environment for a system program that runs as a child process. */
export function systemEnv(variables: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = SYSTEM_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { NODE_ENV: process.env.NODE_ENV, ...Object.fromEntries(inherited), ...variables };
}

/** Sets variables for code that parses the environment of this process later. */
export function publishEnv(variables: Record<string, string>): void {
  Object.assign(process.env, variables);
}
