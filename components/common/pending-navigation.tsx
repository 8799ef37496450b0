'use client';

import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import {
  startTransition,
  useEffect,
  useMemo,
  useState,
  useTransition,
  type TransitionStartFunction,
} from 'react';
import { replacesDialogEntry } from '@/components/ui/closed-by-back';
import { Spinner } from '@/components/ui/spinner';

/** After this time, a message states that the page is still loading. */
const slowMs = 5_000;

/** Belongs to `PendingNavigation`, since a link, dialog or toast is often unmounted before the page loads. */
let startNavigation: TransitionStartFunction = startTransition;

/** Returns the router, whose navigations are counted as pending. */
export function useNavigation() {
  const router = useRouter();
  return useMemo(
    () => ({
      push: <T extends string>(href: Route<T>, options?: { scroll: boolean }) => {
        // The router would change the fragment without an event.
        if (isFragmentOfPage(href)) window.location.assign(href);
        else
          startNavigation(() => {
            if (replacesDialogEntry()) router.replace(href, options);
            else router.push(href, options);
          });
      },
      replace: <T extends string>(href: Route<T>, options?: { scroll: boolean }) =>
        startNavigation(() => router.replace(href, options)),
      refresh: () => startNavigation(() => router.refresh()),
    }),
    [router],
  );
}

/** Whether a link leads to a fragment of the current page. */
function isFragmentOfPage(href: string): boolean {
  const { pathname, search, hash } = new URL(href, window.location.href);
  return hash !== '' && pathname === window.location.pathname && search === window.location.search;
}

/**
 * A line at the top of the page while a navigation is pending, and a message once it takes long. Both disappear
 * when the page has loaded, or another one is chosen.
 */
export function PendingNavigation() {
  const [isNavigating, start] = useTransition();
  const isTraversing = useTraversal(isNavigating);
  useEffect(() => {
    startNavigation = start;
    return () => {
      startNavigation = startTransition;
    };
  }, [start]);
  return isNavigating || isTraversing ? <Pending /> : null;
}

/**
 * Whether the user went back or forward to a page that is not rendered yet. The router does not report this, but the
 * URL changes at once. Another navigation replaces it.
 */
function useTraversal(isReplaced: boolean): boolean {
  const shown = urlOf(usePathname(), useSearchParams().toString());
  const [traversal, setTraversal] = useState<{ from: string; to: string } | null>(null);
  useEffect(() => {
    const onPopState = (event: PopStateEvent) => {
      const { pathname, search } = window.location;
      const to = urlOf(pathname, new URLSearchParams(search).toString());
      // The router ignores entries that the browser added, for links to a fragment.
      if (event.state === null && to !== shown) window.location.reload();
      else setTraversal({ from: shown, to });
    };
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [shown]);
  if (traversal && (isReplaced || traversal.from !== shown)) setTraversal(null);
  return traversal !== null && traversal.to !== shown;
}

const urlOf = (pathname: string, search: string): string => `${pathname}?${search}`;

function Pending() {
  const t = useTranslations('Common');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div
        aria-hidden="true"
        data-pending-navigation=""
        className="fixed inset-x-0 top-0 z-60 h-0.5 origin-left animate-navigation bg-primary"
      />
      <div role="status" className="pointer-events-none fixed inset-x-3 top-16 z-50 flex justify-center">
        {isSlow ? (
          <p className="flex animate-fade-in items-center gap-2.5 rounded-lg bg-inverse px-4 py-2.5 text-body text-inverse-foreground shadow-float">
            <Spinner />
            {t('slowNavigation')}
          </p>
        ) : null}
      </div>
    </>
  );
}
