import { createDialogStore } from '@/components/common/dialog-store';

/** What a person allows on this device. */
export interface Consent {
  necessary: true;
  /** Error reports and session replays. */
  analytics: boolean;
  /** Lists that this device remembers, such as recent searches. */
  localStorage: boolean;
}

/** The decision as it is stored. */
export interface ConsentRecord extends Consent {
  hasConsented: true;
  version: string;
  /** ISO 8601. */
  timestamp: string;
}

export const consentKey = 'consent';
/** Raised when what is asked for changes; then everybody is asked again. */
export const consentVersion = '1.0';

/** The decision of this device; null while there is none for this version. */
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

/** Calls `listener` after a decision in this tab or in another one. Returns a function that stops. */
export function onConsent(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** The preferences, which settings and the banner open. */
export const consentDialog = createDialogStore<null>();
