'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { leaveForGoogle } from '@/components/entities/google-trip';
import { keepFragment } from '@/components/features/auth/guest-query';
import { Button } from '@/components/ui/button';
import { call } from '@/lib/api/call';

/** Redirects to Google, if the installation offers that; above the form for signing in with a password. */
export function GoogleButton({ destination }: { destination: string }) {
  const t = useTranslations('Auth');
  const common = useTranslations('Common');
  const [pending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const leave = async () => {
    setPending(true);
    setFailed(false);
    try {
      const { url } = await call('auth.startGoogle', {}, { suppressLogout: true });
      leaveForGoogle(url, keepFragment(destination));
    } catch {
      setFailed(true);
      setPending(false);
    }
  };
  return (
    <div className="mb-3.5">
      <Button size="lg" pending={pending} onClick={() => void leave()} className="w-full touch:h-11">
        <GoogleMark />
        {t('google')}
      </Button>
      {/* Its line is reserved, so that a failure does not move the form. */}
      <p role="status" className="mt-1 min-h-5 text-second text-destructive">
        {hasFailed ? t('googleFailed') : null}
      </p>
      <p className="flex items-center gap-3 text-second text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {common('or')}
      </p>
    </div>
  );
}

/** The letter in its owner's colors, as the owner requires. */
const GoogleMark = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true" className="size-4">
    <path
      fill="#4285f4"
      d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
    />
    <path
      fill="#34a853"
      d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18z"
    />
    <path fill="#fbbc05" d="M3.96 10.71a5.4 5.4 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33z" />
    <path
      fill="#ea4335"
      d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59C13.46.89 11.43 0 9 0A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58z"
    />
  </svg>
);
