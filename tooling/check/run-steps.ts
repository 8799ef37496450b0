import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { printLine } from '@/server/program';
import type { Step } from './steps';

/** Runs steps in sequence, prints the output of failed steps and returns their names. */
export async function runSteps(steps: readonly Step[]): Promise<string[]> {
  const failed: string[] = [];
  for (const step of steps) {
    if (!(await runStep(step))) failed.push(step.name);
  }
  return failed;
}

async function runStep({ name, commands }: Step): Promise<boolean> {
  const startedAt = Date.now();
  for (const [program, ...args] of commands) {
    const { code, output } = await runPackageProgram(program, args);
    if (code === 0) continue;
    printLine(`✗ ${name}\n${output.trimEnd()}`);
    return false;
  }
  printLine(`✓ ${name} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
  return true;
}

async function runPackageProgram(program: string, args: readonly string[]) {
  const child = spawn(process.execPath, [path.join('node_modules', program), ...args], {
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output };
}
