import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { z } from 'zod';

const Owner = z.object({
  pid: z.int().positive(),
  /** When the process started, in whatever unit the system has; tells two processes with one pid apart. */
  started: z.string(),
  /** Processes with the same scope can see each other. */
  scope: z.string(),
  host: z.string(),
});

/** Who holds a lock. */
export type Owner = z.infer<typeof Owner>;

/** This process. */
export function describeSelf(): Owner {
  return {
    pid: process.pid,
    started: startTime(process.pid) ?? '',
    scope: scope(),
    host: os.hostname(),
  };
}

/** Null for a text that no process of ours wrote. */
export function parseOwner(text: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** `unknown`: the owner is where this process cannot look. */
export function isAlive(owner: Owner): 'alive' | 'dead' | 'unknown' {
  if (owner.scope !== scope()) return 'unknown';
  return startTime(owner.pid) === owner.started ? 'alive' : 'dead';
}

/** The pid namespace of this boot on Linux; elsewhere the machine. */
function scope(): string {
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname();
  }
}

/** Null when there is no such process. */
function startTime(pid: number): string | null {
  try {
    if (!fs.existsSync('/proc/self/stat')) {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    }
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    return state === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
