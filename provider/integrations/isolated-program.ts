import path from 'node:path';

/** How Node starts a program that handles hostile input in a process of its own. */
export interface IsolatedProgram {
  readonly file: string;
  readonly execArgv: string[];
}

interface IsolationOptions {
  /** Old-space limit in MiB. */
  readonly memoryMb: number;
  /** Whether it loads native code of a package. */
  readonly addons?: boolean;
}

/**
 * A program of `provider/integrations` under Node's permission model: it reads its own code and its packages, and can
 * neither write, nor start processes or threads. `programs` is the folder of the bundles that the build makes
 * (tooling/launch/build.mjs); undefined runs the TypeScript source, as development and tests do.
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
      ...readable.map((place) => `--allow-fs-read=${place}`),
      ...(addons ? ['--allow-addons'] : []),
      `--max-old-space-size=${memoryMb}`,
      '--no-warnings',
    ],
  };
}
