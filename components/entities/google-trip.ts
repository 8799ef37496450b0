const KEY = 'markwell-after-google';

/** Leaves for Google, remembering in this tab where the person wants to be afterwards. */
export function leaveForGoogle(url: string, destination: string): void {
  try {
    sessionStorage.setItem(KEY, destination);
  } catch {
    // Without storage the way back leads home.
  }
  window.location.assign(url);
}

/** Where the person who came back from Google wanted to be; null when nothing was remembered. */
export function destinationAfterGoogle(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
