import { expect, test, vi } from 'vitest';
import { OutcomeUnknown, sendSurely } from '@/components/features/vault/send-surely';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';

const lost = new NetworkFailure(new Error('gone'));
const timeout = new ApiProblem(504, { code: 'UPSTREAM_TIMEOUT' });
const outdated = new ApiProblem(409, { code: 'OUTDATED' });
const limited = new ApiProblem(429, { code: 'RATE_LIMITED' });

/** Sends with these outcomes, one after another; null is a success. */
async function outcomeOf(outcomes: (Error | null)[], isStored: () => Promise<boolean>): Promise<unknown> {
  const send = vi.fn(async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
  });
  const failure: unknown = await sendSurely(send, isStored).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(outcomes).toEqual([]);
  return failure;
}

const stored = async () => true;
const notStored = async () => false;
const unreachable = () => Promise.reject(lost);

test('a lost response is resolved by sending again', async () => {
  expect(await outcomeOf([null], notStored)).toBeNull();
  expect(await outcomeOf([lost, null], notStored)).toBeNull();
  expect(await outcomeOf([timeout, null], notStored)).toBeNull();
  expect(await outcomeOf([lost, outdated], stored)).toBeNull();
});

test('a refusal is reported as such only if nothing was saved', async () => {
  expect(await outcomeOf([outdated], stored)).toBe(outdated);
  expect(await outcomeOf([lost, outdated], notStored)).toBe(outdated);
});

test.each([
  ['without a response', [lost, lost], stored],
  ['without a second answer about the envelopes', [timeout, limited], stored],
  ['if what is stored cannot be read', [lost, outdated], unreachable],
])('the outcome is unknown %s', async (_, outcomes, isStored) => {
  expect(await outcomeOf([...outcomes], isStored)).toBeInstanceOf(OutcomeUnknown);
});
