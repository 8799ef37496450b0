'use client';

import { useTranslations } from 'next-intl';
import { useState, useSyncExternalStore } from 'react';
import {
  browserNames,
  detectBrowser,
  dismissPromo,
  isPromoWanted,
  type Browser,
} from '@/components/shell/extension-promo';
import { Button, buttonVariants } from '@/components/ui/button';

interface ExtensionPromoCardProps {
  /** Where the extension is to be had; a browser without an address is told which ones have it. */
  links: Partial<Record<Browser, string>>;
}

const subscribe = () => () => undefined;

/** Shown in the browser only: whether it was dismissed, and which browser this is, the server does not know. */
export function ExtensionPromoCard({ links }: ExtensionPromoCardProps) {
  const t = useTranslations('Shell');
  const [dismissed, setDismissed] = useState(false);
  const browser = useSyncExternalStore(
    subscribe,
    () => (isPromoWanted(window.localStorage) ? detectBrowser(navigator.userAgent) : null),
    () => null,
  );
  if (dismissed || browser === null || Object.keys(links).length === 0) return null;
  const href = links[browser];
  const dismiss = () => {
    dismissPromo(window.localStorage);
    setDismissed(true);
  };
  return (
    <section
      aria-label={t('promoTitle')}
      className="m-2 mb-3 animate-fade-in rounded-lg border bg-card px-3 pt-3 pb-2.5 text-small"
    >
      <h2 className="font-semibold">{t('promoTitle')}</h2>
      <p className="mt-0.5 text-pretty text-muted-foreground">
        {t(href ? 'promoText' : 'promoOther', { browser: browserNames[browser] })}
      </p>
      <div className="mt-2.5 flex gap-1.5">
        {href ? (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonVariants({ className: 'text-muted text-small' })}
          >
            {t('promoInstall')}
          </a>
        ) : null}
        <Button variant="ghost" className="text-small" onClick={dismiss}>
          {t('promoDismiss')}
        </Button>
      </div>
    </section>
  );
}
