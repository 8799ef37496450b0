'use client';

import type { Route } from 'next';
import Link, { type LinkProps } from 'next/link';
import { useNavigation } from '@/components/common/pending-navigation';

interface AppLinkProps<T extends string> extends Omit<LinkProps<T>, 'href' | 'replace' | 'onNavigate'> {
  href: Route<T>;
}

/** A link within the app. Its navigation is shown as pending, even if the link disappears before the page loads. */
export function AppLink<T extends string>({ href, scroll = true, ...props }: AppLinkProps<T>) {
  const { push } = useNavigation();
  return (
    <Link
      {...props}
      href={href}
      onNavigate={(event) => {
        event.preventDefault();
        push(href, { scroll });
      }}
    />
  );
}
