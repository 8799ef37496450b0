import { createDialogStore } from '@/components/common/dialog-store';

/** The user's consent on this device. */
export interface Consent {
  necessary: true;
  /** Error reports and session replays. */
  analytics: boolean;
  /** Lists stored on this device, such as recent searches. */
  localStorage: boolean;
}

/** The decision in its stored form. */
export interface ConsentRecord extends Consent {
  hasConsented: true;
  version: string;
  /** ISO 8601. */
  timestamp: string;
}

export const consentKey = 'consent';
/** Increased when the scope of the consent changes; then every user is asked again. */
export const consentVersion = '1.0';

/** Returns the decision on this device; null if there is none for this version. */
export function readConsent(): Consent | null {
  try {
    const record = JSON.parse(
      window.localStorage.getItem(consentKey) ?? 'null',
    ) as Partial<ConsentRecord> | null;
    if (record?.hasConsented !== true || record.version !== consentVersion) return null;
    return {
      necessary: true,
      analytics: record.analytics === true,
      localStorage: record.localStorage === true,
    };
  } catch {
    return null;
  }
}

let bannerWasShown = false;

/** Records that the banner has opened in this visit, so that nothing else opens right after it. */
export function noteBanner(): void {
  bannerWasShown = true;
}

export const wasBannerShown = (): boolean => bannerWasShown;

/** Calls `listener` after a decision in this tab or in another one. Returns a function that unsubscribes. */
export function onConsent(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** The consent preferences, opened from the settings and the banner. */
export const consentDialog = createDialogStore<null>();
