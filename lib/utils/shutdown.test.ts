import { expect, test, vi } from 'vitest';
import { onShutdown, runShutdownHooks } from './shutdown';

test('hooks run once, in reverse order, each after the previous one has finished', async () => {
  const ran: string[] = [];
  onShutdown(() => void ran.push('database'));
  onShutdown(async () => {
    await Promise.resolve();
    ran.push('queue');
  });
  expect(await runShutdownHooks()).toEqual([]);
  await runShutdownHooks();
  expect(ran).toEqual(['queue', 'database']);
});

test('a hook that fails is reported and does not stop the others', async () => {
  const last = vi.fn();
  const failure = new Error('broken');
  onShutdown(last);
  onShutdown(() => {
    throw failure;
  });
  expect(await runShutdownHooks()).toEqual([failure]);
  expect(last).toHaveBeenCalledOnce();
});

test('a removed hook does not run', async () => {
  const hook = vi.fn();
  onShutdown(hook)();
  await runShutdownHooks();
  expect(hook).not.toHaveBeenCalled();
});

test('another instance of the module has the same hooks', async () => {
  const hook = vi.fn();
  onShutdown(hook);
  vi.resetModules();
  const copy = await import('./shutdown');
  await copy.runShutdownHooks();
  expect(hook).toHaveBeenCalledOnce();
});
