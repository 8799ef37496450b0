import { expect, test } from 'vitest';
import { giveBackMemory } from './give-back-memory';

const MB = 1024 * 1024;

function start(residentMb = 600) {
  const state = { taken: 0, underWay: 0, residentMb, collections: 0 };
  const look = giveBackMemory({
    requests: () => ({ taken: state.taken, underWay: state.underWay }),
    residentBytes: () => state.residentMb * MB,
    collect: () => (state.collections += 1),
  });
  const lookTimes = (times: number): number => {
    for (let count = 0; count < times; count += 1) look();
    return state.collections;
  };
  return { state, lookTimes };
}

test('memory is given back once after work, when nothing has come for two looks', () => {
  const { state, lookTimes } = start();
  state.taken = 10;
  expect(lookTimes(2)).toBe(0);
  expect(lookTimes(1)).toBe(1);
  expect(lookTimes(10)).toBe(1);
  state.taken = 11;
  expect(lookTimes(3)).toBe(2);
});

test('who still waits for an answer is not made to wait longer', () => {
  const { state, lookTimes } = start();
  state.taken = 10;
  state.underWay = 1;
  expect(lookTimes(10)).toBe(0);
  state.underWay = 0;
  expect(lookTimes(2)).toBe(1);
});

test('requests that keep coming put it off', () => {
  const { state, lookTimes } = start();
  for (let count = 0; count < 20; count += 1) {
    state.taken += 1;
    expect(lookTimes(2)).toBe(0);
  }
});

test('a process that is small already is left alone', () => {
  const { state, lookTimes } = start(150);
  state.taken = 10;
  expect(lookTimes(10)).toBe(0);
});
