'use client';

import type { Route } from 'next';
import { useSyncExternalStore, type ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { keepFragment } from '@/components/features/auth/guest-query';

const subscribe = () => () => undefined;

/** Returns the path with the fragment of this page, which the server does not see; see `keepFragment`. */
export const useKeptFragment = <Path extends string>(path: Path): Path =>
  useSyncExternalStore(
    subscribe,
    () => keepFragment(path) as Path,
    () => path,
  );

interface GuestLinkProps {
  href: Route;
  className: string;
  children: ReactNode;
}

/** A link from one guest screen to another: a dialog requested by the URL still opens after signing in there. */
export function GuestLink({ href, className, children }: GuestLinkProps) {
  const kept = useKeptFragment(href);
  // The router appends the fragment a second time when it returns to the page that was loaded with it.
  return kept === href ? (
    <AppLink href={href} className={className}>
      {children}
    </AppLink>
  ) : (
    <a href={kept} className={className}>
      {children}
    </a>
  );
}
