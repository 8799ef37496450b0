import fs from 'node:fs';
import path from 'node:path';
import { installPackages } from '@/tooling/test/find-chromium';

export interface Point {
  x: number;
  y: number;
}

/** Keys with a name; every other key is its character. */
export type Key = 'Control' | 'Enter' | 'Escape' | 'ArrowDown' | 'ArrowUp';

/** One tab of a browser in a profile of its own. Input is real: it arrives as if from a mouse and a keyboard. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Runs a self-contained function in the page and returns its result, or that of its promise, as JSON. */
  run<Args extends unknown[], Result>(
    action: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  click(point: Point): Promise<void>;
  /** Presses the mouse button at the first point, moves along the others, and releases it when the page has followed. */
  drag(points: readonly Point[], untilFollowed: () => Promise<unknown>): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses keys together, in this order. */
  press(...keys: readonly (Key | (string & {}))[]): Promise<void>;
  /** Chooses a file in the first file input of the page. */
  upload(file: string): Promise<void>;
  /** Changes the size of the page in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Errors in the console; always empty where the protocol does not report them. */
  errors(): readonly string[];
  close(): Promise<void>;
}

/** A browser that can open tabs. */
export interface Engine {
  name: 'Firefox' | 'WebKit';
  newTab(): Promise<Driver>;
  close(): Promise<void>;
}

/** Finds a program, or installs its Debian packages as root. Throws with what is missing. */
export function findProgram(patterns: readonly string[], packages: readonly string[]): string {
  const find = () => patterns.flatMap((pattern) => fs.globSync(pattern))[0];
  const found = find() ?? (installPackages(packages) ? find() : undefined);
  if (found !== undefined) return found;
  const name = path.basename(patterns[0] ?? '');
  throw new Error(`${name} is missing. On Debian, install it with: apt-get install ${packages.join(' ')}`);
}

/** Returns an expression that calls a function of this program in a page. tsx compiles functions with a helper. */
export const scriptOf = (action: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `((__name) => (${action.toString()}))((named) => named)(...${JSON.stringify(args)})`;
