const KEY = 'markwell-after-google';

/** Redirects to Google, and stores the final destination in this tab. */
export function leaveForGoogle(url: string, destination: string): void {
  try {
    sessionStorage.setItem(KEY, destination);
  } catch {
    // Without storage the return leads to the start page.
  }
  window.location.assign(url);
}

/** Returns the destination after the return from Google; null if none was stored. */
export function destinationAfterGoogle(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
