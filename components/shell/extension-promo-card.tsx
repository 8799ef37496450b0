'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { writeStored } from '@/components/common/device-storage';
import { Button, buttonVariants } from '@/components/ui/button';

/** Install URLs of the extension by browser; browsers without one are missing. */
export type ExtensionLinks = Readonly<Partial<Record<'chrome' | 'edge' | 'firefox' | 'safari', string>>>;

type Browser = keyof ExtensionLinks;

/** Browser names as their vendors write them; the same in every language. */
const browserNames: Record<Browser, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
};

// Browsers of phones and tablets install no extensions from these pages. Each user agent includes the names of
// the browsers it derives from, so the most specific name comes first.
const marks: readonly [RegExp, Browser | null][] = [
  [/\bAndroid\b|\bMobile\/|\b(?:EdgiOS|FxiOS|CriOS)\//, null],
  [/\bEdg\//, 'edge'],
  [/\bFirefox\//, 'firefox'],
  [/\b(?:Chrome|Chromium)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
];

/** Returns the desktop browser of a user agent; null if it is none of the four. */
export const detectBrowser = (userAgent: string): Browser | null =>
  marks.find(([mark]) => mark.test(userAgent))?.[1] ?? null;

interface ExtensionPromoCardProps {
  links: ExtensionLinks;
  /** Storage key of the dismissal on this device. */
  dismissedKey: string;
}

/** Rendered in the browser only. Nothing is shown in a browser without an install URL. */
export function ExtensionPromoCard({ links, dismissedKey }: ExtensionPromoCardProps) {
  const t = useTranslations('Shell');
  const [isDismissed, setDismissed] = useState(false);
  const browser = detectBrowser(navigator.userAgent);
  const href = browser === null ? undefined : links[browser];
  if (isDismissed || browser === null || href === undefined) return null;
  // Without storage it is dismissed for this visit only.
  const dismiss = () => {
    writeStored(dismissedKey, new Date().toISOString());
    setDismissed(true);
  };
  return (
    <section
      aria-label={t('promoTitle')}
      className="m-2 mb-3 animate-fade-in rounded-lg border bg-card px-3 pt-3 pb-2.5 text-small"
    >
      <h2 className="font-semibold">{t('promoTitle')}</h2>
      <p className="mt-0.5 text-pretty text-muted-foreground">
        {t('promoText', { browser: browserNames[browser] })}
      </p>
      <div className="mt-2.5 flex gap-1.5">
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants({ className: 'text-muted text-small' })}
        >
          {t('promoInstall')}
        </a>
        <Button variant="ghost" className="text-small" onClick={dismiss}>
          {t('promoDismiss')}
        </Button>
      </div>
    </section>
  );
}
