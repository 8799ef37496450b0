/** The event with which a browser offers to install the app by its own prompt. */
export interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** A panel that can be open. */
export type Panel =
  | { readonly kind: 'tour' }
  /** The changes after a version that this device has seen; of all versions without it. */
  | { readonly kind: 'news'; readonly since?: string | undefined }
  | { readonly kind: 'install'; readonly event: InstallEvent | null };

const dayMs = 86_400_000;

/** Values in local storage of this device; null if nothing is stored. */
export interface Remembered {
  readonly firstAccess: string | null;
  readonly version: string | null;
  readonly hasVisited: string | null;
  readonly pwaPromptDismissed: string | null;
  readonly pwaInstalled: string | null;
}

const numbersOf = (version: string): number[] | null =>
  /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? null;

/** Returns a negative number if `one` is the older version. Versions that cannot be parsed count as equal. */
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
 * Returns the panel to open when the app starts. The tour is for new users: it is not shown on a second device
 * of a user who has already saved bookmarks. A device without a stored version has nothing to compare.
 */
export function chooseGreeting(
  { firstAccess, version: seen }: Pick<Remembered, 'firstAccess' | 'version'>,
  running: string,
  isLibraryEmpty: boolean,
): 'tour' | 'news' | null {
  if (firstAccess === null && isLibraryEmpty) return 'tour';
  return seen !== null && isSignificantUpdate(seen, running) ? 'news' : null;
}

/** From the start of a visit, at most one thing opens that the user did not request. */
const quietMs = 60_000;

interface Moment {
  /** Path of the page. */
  readonly path: string;
  /** Milliseconds since the start of the visit. */
  readonly elapsed: number;
  /** Whether the consent banner or a panel has already opened automatically in this visit. */
  readonly wasInterrupted: boolean;
}

/** Whether a panel may open automatically: never over a payment, and not soon after another interruption. */
export const mayOpen = ({ path, elapsed, wasInterrupted }: Moment): boolean =>
  !path.startsWith('/settings/subscription') && (!wasInterrupted || elapsed >= quietMs);

const firstVisitMs = 30_000;
const testMs = 1000;
const suppressedDays = 7;

const laterVisitMs = 120_000;

interface InstallState {
  readonly remembered: Remembered;
  readonly now: number;
  /** The query of the URL: `?pwa=test` shows the prompt regardless of stored values. */
  readonly search: string;
  readonly isStandalone: boolean;
}

/** Returns the milliseconds from the start of the visit until the install prompt is shown; null for never. */
export function installDelay({ remembered, now, search, isStandalone }: InstallState): number | null {
  if (isStandalone) return null;
  if (new URLSearchParams(search).get('pwa') === 'test') return testMs;
  if (remembered.pwaInstalled !== null) return null;
  const dismissedAt = Date.parse(remembered.pwaPromptDismissed ?? '');
  if (now - dismissedAt < suppressedDays * dayMs) return null;
  return remembered.hasVisited === null ? firstVisitMs : laterVisitMs;
}

/** Returns how this browser installs an app: by our button, by manual steps on iOS, or by an entry of its menu. */
export function installWay(
  device: { readonly userAgent: string; readonly maxTouchPoints: number },
  canPrompt: boolean,
): 'button' | 'ios' | 'menu' {
  if (canPrompt) return 'button';
  // iPads identify as Macs, and no Mac has a touch screen.
  const isTablet = /Macintosh/.test(device.userAgent) && device.maxTouchPoints > 1;
  return isTablet || /iPhone|iPad|iPod/.test(device.userAgent) ? 'ios' : 'menu';
}
