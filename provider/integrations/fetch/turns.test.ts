import { describe, expect, it } from 'vitest';
import { createTurns } from '@/provider/integrations/fetch/turns';

const patient = new AbortController().signal;

/** Asks for a turn and tells whether it has been given yet. */
function ask(enter: ReturnType<typeof createTurns>, key: string, signal = patient) {
  const asked = { given: false, turn: enter(key, signal) };
  asked.turn.then(
    () => void (asked.given = true),
    () => undefined,
  );
  return asked;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createTurns', () => {
  it('lets so many in at once per key, and the next as one leaves, in the order they came', async () => {
    const enter = createTurns(2);
    const asked = [1, 2, 3, 4].map(() => ask(enter, 'a'));
    const other = ask(enter, 'b');
    await settle();
    expect(asked.map(({ given }) => given)).toEqual([true, true, false, false]);
    expect(other.given).toBe(true);

    (await asked[1]?.turn)?.();
    await settle();
    expect(asked.map(({ given }) => given)).toEqual([true, true, true, false]);
  });

  it('gives a turn back once, however often it is released', async () => {
    const enter = createTurns(1);
    const release = await enter('a', patient);
    release();
    const second = ask(enter, 'a');
    release();
    const third = ask(enter, 'a');
    await settle();
    expect([second.given, third.given]).toEqual([true, false]);
  });

  it('stops waiting when its signal aborts, and passes the turn to the one behind', async () => {
    const enter = createTurns(1);
    const release = await enter('a', patient);
    const leaving = new AbortController();
    const impatient = ask(enter, 'a', leaving.signal);
    const behind = ask(enter, 'a');
    leaving.abort();
    await expect(impatient.turn).rejects.toMatchObject({ reason: 'busy' });
    await expect(enter('a', AbortSignal.abort())).rejects.toMatchObject({ reason: 'busy' });
    release();
    await settle();
    expect(behind.given).toBe(true);
  });
});
