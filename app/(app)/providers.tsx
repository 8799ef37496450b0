'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useSessionLife } from '@/app/(app)/use-session-life';
import { setLaterMessages } from '@/components/common/later-messages';
import { endUndo, notify } from '@/components/common/notify';
import { PendingNavigation } from '@/components/common/pending-navigation';
import { Toaster } from '@/components/common/toaster';
import { keepFocus } from '@/components/ui/keep-focus';
import { sendPreferencesOnLeave } from '@/lib/api/account';
import { setShownSpace } from '@/lib/api/call';
import { callOrStore } from '@/lib/outbox/call-or-store';
import { makeQueryClient } from '@/lib/api/query-client';

setLaterMessages(async (locale) => (await import('@/app/(app)/later-messages/load')).load(locale));

/**
 * Whether the element has keyboard focus and is in a list item that can be removed, or in a toast, or confirms a change
 * that may remove what the focus returns to.
 */
const canLoseFocus = (target: Element): boolean =>
  target.closest('[role=alertdialog]') !== null ||
  (target.matches(':focus-visible') &&
    target.closest('main li, main [role=listitem], [data-sonner-toaster]') !== null);

interface ProvidersProps {
  /** The space of the page's data, if it belongs to one. */
  space?: string | undefined;
  children: ReactNode;
}

/** The data layer of the browser, its toasts, and the redirect at the end of the session. */
export function Providers({ space, children }: ProvidersProps) {
  const [client] = useState(() =>
    makeQueryClient(callOrStore, {
      onFailure: (message) => notify({ message, tone: 'bad' }),
      onChange: endUndo,
    }),
  );
  useSessionLife(client);
  const [shown] = useState(space);
  // Before the effects that fetch.
  useLayoutEffect(() => {
    setShownSpace(shown);
    // A refresh after another tab has switched the space: a load discards everything of the previous one.
    if (space !== shown) window.location.reload();
  }, [space, shown]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    sendPreferencesOnLeave(client, signal);
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element && canLoseFocus(target))) return;
      window.removeEventListener('focusin', onFocus, true);
      // Without it, the focus falls back to the page when the focused item is removed. Part of the first load: the item
      // may be removed before another script has arrived.
      keepFocus(signal);
    };
    window.addEventListener('focusin', onFocus, { capture: true, signal });
    return () => stop.abort();
  }, [client]);
  return (
    <QueryClientProvider client={client}>
      {children}
      <PendingNavigation />
      <Toaster />
    </QueryClientProvider>
  );
}
