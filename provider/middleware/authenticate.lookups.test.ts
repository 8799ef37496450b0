import { expect, test, vi } from 'vitest';
import { shareLookups } from '@/provider/middleware/authenticate';

const turns = () => {
  const waiting: (() => void)[] = [];
  return {
    end: (run: () => void) => void waiting.push(run),
    next: () => {
      for (const run of waiting.splice(0)) run();
    },
  };
};

test('equal lookups of one turn are run once, others separately', async () => {
  const turn = turns();
  const look = vi.fn((key: string) => Promise.resolve(key.toUpperCase()));
  const ask = shareLookups(look, turn.end);
  const answers = Promise.all([ask('a'), ask('a'), ask('b')]);
  turn.next();
  expect(await answers).toEqual(['A', 'A', 'B']);
  expect(look.mock.calls).toEqual([['a'], ['b']]);
});

test('a caller that joins after the lookup has started gets a new one', async () => {
  const turn = turns();
  let state = 'before';
  const ask = shareLookups(() => Promise.resolve(state), turn.end);
  const first = ask('a');
  turn.next();
  state = 'after';
  const second = ask('a');
  turn.next();
  expect(await Promise.all([first, second])).toEqual(['before', 'after']);
});

test('a failure is returned to all callers that share it and to none afterwards', async () => {
  const turn = turns();
  const look = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue('back');
  const ask = shareLookups(look, turn.end);
  const failed = Promise.allSettled([ask('a'), ask('a')]);
  turn.next();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = ask('a');
  turn.next();
  expect(await again).toBe('back');
});
