'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';

const unchanging = () => () => undefined;
const readAddress = () =>
  window.isSecureContext ? null : `${window.location.pathname}${window.location.search}`;
const addressOnServer = () => null;

interface PlainHttpNoticeProps {
  /** Public origin of the app, which begins with `https:`. */
  origin: string;
}

/**
 * Explains why signing in fails on a page that was opened over http: browsers do not store the session cookie there.
 * Only the browser knows how it opened the page; `localhost` is secure without https.
 */
export function PlainHttpNotice({ origin }: PlainHttpNoticeProps) {
  const t = useTranslations('Auth');
  const address = useSyncExternalStore(unchanging, readAddress, addressOnServer);
  if (address === null) return null;
  return (
    <p role="alert" className="border-b bg-accent px-5 py-3 text-center text-pretty">
      {t.rich('plainHttp', {
        address: origin,
        link: (text) => (
          <a href={origin + address} className="font-medium break-all text-primary underline touch:hit">
            {text}
          </a>
        ),
      })}
    </p>
  );
}
