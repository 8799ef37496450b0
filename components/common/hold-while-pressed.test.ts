import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdWhilePressed } from '@/components/common/hold-while-pressed';

let page: EventTarget;
let stop: () => void;
let shown: unknown[];
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  stop = holdWhilePressed();
  client = new QueryClient();
  shown = [];
  const observer = new QueryObserver(client, { queryKey: ['list'], enabled: false });
  // As `useQuery` subscribes.
  observer.subscribe(notifyManager.batchCalls(({ data }) => shown.push(data)));
});

afterEach(() => {
  stop();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fire = (...types: string[]) => types.forEach((type) => page.dispatchEvent(new Event(type)));

const receive = (rows: string) => {
  client.setQueryData(['list'], rows);
  vi.advanceTimersByTime(1);
};

test('results are shown at once while nothing is pressed', () => {
  receive('first');
  fire('pointerdown', 'pointerup', 'click');
  receive('second');
  expect(shown).toEqual(['first', 'second']);
});

test('results that arrive during a press are shown after its click, in their order', () => {
  fire('pointerdown');
  receive('first');
  receive('second');
  fire('pointerup');
  expect(shown).toEqual([]);
  fire('click');
  vi.advanceTimersByTime(1);
  receive('third');
  expect(shown).toEqual(['first', 'second', 'third']);
});

test.each([
  ['the release of a press without a click', ['pointerup'], 60],
  ['the start of scrolling', ['pointercancel'], 1],
  ['a second of a press that does not end', [], 1_000],
])('%s shows them too', (_name, events, ms) => {
  fire('pointerdown');
  receive('first');
  expect(shown).toEqual([]);
  fire(...events);
  vi.advanceTimersByTime(ms);
  expect(shown).toEqual(['first']);
});

test('the second press of a double click holds as well', () => {
  fire('pointerdown', 'pointerup', 'pointerdown');
  vi.advanceTimersByTime(100);
  receive('first');
  expect(shown).toEqual([]);
  fire('pointerup', 'click');
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['first']);
});

test('nothing is held after it was stopped', () => {
  fire('pointerdown');
  receive('first');
  stop();
  vi.advanceTimersByTime(1);
  fire('pointerdown');
  receive('second');
  expect(shown).toEqual(['first', 'second']);
});
