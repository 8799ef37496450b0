import { describe, expect, test } from 'vitest';
import {
  chooseGreeting,
  compareVersions,
  installDelay,
  installWay,
  isSignificantUpdate,
  mayOpen,
  type Remembered,
} from '@/components/features/welcome/rules';

const nothing: Remembered = {
  firstAccess: null,
  version: null,
  hasVisited: null,
  pwaPromptDismissed: null,
  pwaInstalled: null,
};

test.each([
  ['1.2.3', '1.2.3', false],
  ['1.2.3', '1.2.4', false],
  ['1.2.3', '1.3.0', true],
  ['1.2.3', '2.2.3', true],
  ['1.10.0', '1.1.0', true],
  ['2.0.0', '1.9.9', true],
  ['1.2.3-beta.1', '1.2.3', false],
  ['rubbish', '1.2.3', false],
  ['', '1.2.3', false],
])('from %j to %j is a significant update: %s', (seen, running, expected) => {
  expect(isSignificantUpdate(seen, running)).toBe(expected);
});

test('versions are ordered by their numbers', () => {
  expect(['0.10.0', '0.2.0', '1.0.0', '0.2.11', '0.2.9'].toSorted(compareVersions)).toEqual([
    '0.2.0',
    '0.2.9',
    '0.2.11',
    '0.10.0',
    '1.0.0',
  ]);
});

describe('automatic opening', () => {
  test('a new user sees the tour', () => {
    expect(chooseGreeting({ firstAccess: null, version: null }, '1.0.0', true)).toBe('tour');
  });

  test('a second device of a user with bookmarks shows nothing', () => {
    expect(chooseGreeting({ firstAccess: null, version: null }, '1.0.0', false)).toBeNull();
  });

  test('the tour comes before the news, never both', () => {
    expect(chooseGreeting({ firstAccess: null, version: '0.9.0' }, '1.0.0', true)).toBe('tour');
  });

  test('a significant update is announced, a patch is not', () => {
    const firstAccess = '2026-01-01T00:00:00Z';
    expect(chooseGreeting({ firstAccess, version: '0.9.0' }, '1.0.0', false)).toBe('news');
    expect(chooseGreeting({ firstAccess, version: '1.0.0' }, '1.0.1', true)).toBeNull();
    expect(chooseGreeting({ firstAccess, version: null }, '1.0.0', true)).toBeNull();
  });
});

test.each([
  ['/', 0, false, true],
  ['/', 59_999, true, false],
  ['/', 60_000, true, true],
  ['/settings/subscription', 0, false, false],
  ['/settings/subscription', 120_000, true, false],
  ['/settings/account', 0, false, true],
])(
  'on %s after %d ms, interrupted before: %s, a panel may open: %s',
  (path, elapsed, wasInterrupted, expected) => {
    expect(mayOpen({ path, elapsed, wasInterrupted })).toBe(expected);
  },
);

describe('the install prompt', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  const delay = (remembered: Partial<Remembered>, search = '', isStandalone = false) =>
    installDelay({ remembered: { ...nothing, ...remembered }, now, search, isStandalone });

  test('waits 30 s on the first visit and 120 s on later ones', () => {
    expect(delay({})).toBe(30_000);
    expect(delay({ hasVisited: '2026-06-14T12:00:00Z' })).toBe(120_000);
  });

  test('stays away for 7 days after it was dismissed', () => {
    const hasVisited = '2026-06-01T12:00:00Z';
    expect(delay({ hasVisited, pwaPromptDismissed: '2026-06-08T12:00:01Z' })).toBeNull();
    expect(delay({ hasVisited, pwaPromptDismissed: '2026-06-08T12:00:00Z' })).toBe(120_000);
    expect(delay({ hasVisited, pwaPromptDismissed: 'rubbish' })).toBe(120_000);
  });

  test('is not for an installed app', () => {
    expect(delay({ pwaInstalled: 'true' })).toBeNull();
    expect(delay({}, '', true)).toBeNull();
    expect(delay({}, '?pwa=test', true)).toBeNull();
  });

  test('comes after 1 s with ?pwa=test, regardless of stored values', () => {
    expect(delay({ pwaInstalled: 'true' }, '?view=trash&pwa=test')).toBe(1000);
    expect(delay({ pwaPromptDismissed: '2026-06-15T11:00:00Z' }, '?pwa=test')).toBe(1000);
    expect(delay({}, '?pwa=tested')).toBe(30_000);
  });

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15', 0, 'menu'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 0, 'menu'],
  ])('%s with %d touch points: %s', (userAgent, maxTouchPoints, way) => {
    expect(installWay({ userAgent, maxTouchPoints }, false)).toBe(way);
    expect(installWay({ userAgent, maxTouchPoints }, true)).toBe('button');
  });
});
