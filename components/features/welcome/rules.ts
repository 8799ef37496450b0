/** The event by which a browser says that it can install the app, with a question of its own. */
export interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** What can be open. */
export type Panel =
  | { readonly kind: 'tour' }
  /** The changes after a version that this device has seen; of all versions without it. */
  | { readonly kind: 'news'; readonly since?: string | undefined }
  | { readonly kind: 'install'; readonly event: InstallEvent | null };

const dayMs = 86_400_000;

/** What this device remembers, as read from local storage; null where nothing is stored. */
export interface Remembered {
  readonly firstAccess: string | null;
  readonly version: string | null;
  readonly hasVisited: string | null;
  readonly pwaPromptDismissed: string | null;
  readonly pwaInstalled: string | null;
}

const numbersOf = (version: string): number[] | null =>
  /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? null;

/** Negative where `one` is the older version. Versions that cannot be read count as equal. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  if (a === null || b === null) return 0;
  return a.map((part, index) => part - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Whether the major or the minor part differs; patches are not announced. */
export function isSignificantUpdate(seen: string, running: string): boolean {
  const [a, b] = [numbersOf(seen), numbersOf(running)];
  return a !== null && b !== null && (a[0] !== b[0] || a[1] !== b[1]);
}

/**
 * What opens by itself when the app starts. The tour is for a new person: on a second device of somebody who already
 * saved something it stays away. A device without a stored version has nothing to compare with.
 */
export function chooseGreeting(
  { firstAccess, version: seen }: Pick<Remembered, 'firstAccess' | 'version'>,
  running: string,
  isLibraryEmpty: boolean,
): 'tour' | 'news' | null {
  if (firstAccess === null && isLibraryEmpty) return 'tour';
  return seen !== null && isSignificantUpdate(seen, running) ? 'news' : null;
}

const firstVisitMs = 30_000;
const testMs = 1000;
const suppressedDays = 7;

const laterVisitMs = 120_000;

interface InstallState {
  readonly remembered: Remembered;
  readonly now: number;
  /** The query of the address: `?pwa=test` shows the prompt whatever is remembered. */
  readonly search: string;
  readonly isStandalone: boolean;
}

/** Milliseconds from the start of the visit until the install prompt is offered; null for not at all. */
export function installDelay({ remembered, now, search, isStandalone }: InstallState): number | null {
  if (isStandalone) return null;
  if (new URLSearchParams(search).get('pwa') === 'test') return testMs;
  if (remembered.pwaInstalled !== null) return null;
  const dismissedAt = Date.parse(remembered.pwaPromptDismissed ?? '');
  if (now - dismissedAt < suppressedDays * dayMs) return null;
  return remembered.hasVisited === null ? firstVisitMs : laterVisitMs;
}

/** How this browser installs an app: by our button, by steps of its own on iOS, or by some entry of its menu. */
export function installWay(
  device: { readonly userAgent: string; readonly maxTouchPoints: number },
  canPrompt: boolean,
): 'button' | 'ios' | 'menu' {
  if (canPrompt) return 'button';
  // An iPad says that it is a Mac, and no Mac has a touch screen.
  const isTablet = /Macintosh/.test(device.userAgent) && device.maxTouchPoints > 1;
  return isTablet || /iPhone|iPad|iPod/.test(device.userAgent) ? 'ios' : 'menu';
}
