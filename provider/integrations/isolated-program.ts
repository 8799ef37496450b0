import path from 'node:path';

/** How Node starts a program that processes untrusted input in a separate process. */
export interface IsolatedProgram {
  readonly file: string;
  readonly execArgv: string[];
}

interface IsolationOptions {
  /** Old-space limit in MiB. */
  readonly memoryMb: number;
  /** Whether it loads native addons. */
  readonly addons?: boolean;
}

/**
 * Returns how to start a program of `provider/integrations` under Node's permission model: it can read its own code and
 * its packages, but cannot write files or start processes or threads. `programs` is the folder of the built bundles
 * (tooling/launch/build.mjs); undefined runs the TypeScript source, for development and tests.
 */
export function isolatedProgram(
  source: string,
  programs: string | undefined,
  { memoryMb, addons = false }: IsolationOptions,
): IsolatedProgram {
  const file =
    programs === undefined
      ? path.resolve('provider', 'integrations', `${source}.ts`)
      : path.join(programs, `${path.basename(source)}.mjs`);
  const needsPackages = programs === undefined || addons;
  const readable = needsPackages
    ? [file, path.resolve('package.json'), path.resolve('node_modules')]
    : [file];
  return {
    file,
    execArgv: [
      '--permission',
      ...readable.map((readablePath) => `--allow-fs-read=${readablePath}`),
      ...(addons ? ['--allow-addons'] : []),
      `--max-old-space-size=${memoryMb}`,
      '--no-warnings',
    ],
  };
}
