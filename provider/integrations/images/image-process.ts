import type { ChildProcess } from 'node:child_process';
import type { ImageResult, ImageTask } from '@/provider/integrations/images/image-program';
import { isolatedProgram } from '@/provider/integrations/isolated-program';

// Not imported, or the bundler would follow the program that is forked.
const { fork } = process.getBuiltinModule('node:child_process');

const memoryMb = 128;
/** The first task also waits for the process to start, which takes long on a busy machine. */
const taskTimeoutMs = 20_000;
const idleMs = 60_000;

/**
 * Decodes images in a child process, started with the first task and ended after an idle minute. A decoder that
 * crashes or hangs takes its pending tasks with it and nothing else: the next task starts a new process.
 */
export class ImageProcess {
  private child: ChildProcess | null = null;
  private readonly pending = new Map<number, (png: Buffer | null) => void>();
  private lastId = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly programs: string | undefined) {}

  /** The image as PNG; null where it cannot be decoded. */
  draw(task: Omit<ImageTask, 'id'>): Promise<Buffer | null> {
    const id = (this.lastId += 1);
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const { promise, resolve } = Promise.withResolvers<Buffer | null>();
    const timeout = setTimeout(() => this.end(child), taskTimeoutMs);
    this.pending.set(id, (png) => {
      clearTimeout(timeout);
      this.pending.delete(id);
      if (this.pending.size === 0) this.idle = setTimeout(() => this.end(child), idleMs).unref();
      resolve(png);
    });
    child.send({ ...task, id } satisfies ImageTask, (error) => error && this.end(child));
    return promise;
  }

  private start(): ChildProcess {
    const { file, execArgv } = isolatedProgram('images/image-program', this.programs, {
      memoryMb,
      addons: true,
    });
    const child = fork(file, {
      execArgv,
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (result) => {
      const { id, png } = result as ImageResult;
      this.pending.get(id)?.(png && Buffer.from(png));
    });
    child.once('error', () => this.end(child));
    child.once('exit', () => this.end(child));
    // An idle decoder must not keep the server from ending.
    child.unref();
    child.channel?.unref();
    return child;
  }

  private end(child: ChildProcess): void {
    if (this.child !== child) return;
    this.child = null;
    clearTimeout(this.idle);
    child.kill('SIGKILL');
    for (const settle of [...this.pending.values()]) settle(null);
  }
}
