import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleMs, watchIdle } from '@/lib/vault/vault-guard';

let page: EventTarget;
let seen: string[];

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  seen = [];
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const watch = () => watchIdle({ onIdle: () => seen.push('idle'), onActive: () => seen.push('active') });
const act = (sign: string) => page.dispatchEvent(new Event(sign));

test('reports idle after 15 minutes without activity in this and other tabs', () => {
  const { stayAwake, stop } = watch();
  vi.advanceTimersByTime(idleMs - 20_000);
  act('keydown');
  vi.advanceTimersByTime(idleMs - 20_000);
  stayAwake();
  vi.advanceTimersByTime(idleMs - 20_000);
  expect(seen).toEqual(['active']);
  vi.advanceTimersByTime(30_000);
  expect(seen).toContain('idle');
  stop();
});

test('a machine that slept is idle as soon as the tab is visible, even after a key press', () => {
  for (const sign of ['visibilitychange', 'pageshow', 'focus', 'keydown', 'pointerdown']) {
    seen = [];
    const { stop } = watch();
    vi.setSystemTime(Date.now() + idleMs);
    act(sign);
    expect(seen, sign).toEqual(['idle']);
    stop();
  }
});

test('other tabs are notified of activity, throttled', () => {
  const { stop } = watch();
  for (let press = 0; press < 60; press += 1) {
    act('keydown');
    vi.advanceTimersByTime(1_000);
  }
  expect(seen).toEqual(['active', 'active', 'active']);
  stop();
  act('keydown');
  vi.advanceTimersByTime(2 * idleMs);
  expect(seen).toHaveLength(3);
});
