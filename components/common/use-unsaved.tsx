'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { useNavigation } from '@/components/common/pending-navigation';
import { guardUnsaved, leaveUnsaved, type UnsavedForm } from '@/components/common/unsaved';
import { pressedKey } from '@/lib/utils/pressed-key';
import { closesByBack } from '@/components/ui/closed-by-back';
import { internalHref } from '@/components/common/use-soft-links';

interface Unsaved {
  /** Discards the changes and closes the form; asks for confirmation while there are any. */
  close: () => void;
  /** The confirmation dialog while it is open; render it in the form's component. */
  question: ReactNode;
}

/**
 * Protects unsaved changes of a form: asks "Discard changes?" before the form is closed, a link is followed or
 * the browser goes back, and lets the browser ask before the page is reloaded or left. Other navigations and
 * requests for the same `form` use `leaveUnsaved`. `onDiscard` closes the form, or resets its fields.
 */
export function useUnsaved(isChanged: boolean, onDiscard: () => void, form?: UnsavedForm): Unsaved {
  const t = useTranslations('Common');
  const navigation = useNavigation();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = useCallback((then: () => void) => setLeave(() => then), []);

  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => event.preventDefault());
  const onClick = useEffectEvent((event: MouseEvent) => {
    const href = internalHref(event);
    if (href === null) return;
    event.preventDefault();
    event.stopPropagation();
    leaveUnsaved(() => navigation.push(href));
  });
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    const { key, sameDocument } = event.destination;
    if (event.navigationType !== 'traverse' || !event.cancelable || !sameDocument) return;
    if (closesByBack()) return;
    event.preventDefault();
    ask(() => window.navigation.traverseTo(key));
  });

  useEffect(() => {
    if (!isChanged) return;
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('beforeunload', (event) => onUnload(event), { signal });
    // Runs before the handlers of the link itself.
    document.addEventListener('click', (event) => onClick(event), { signal, capture: true });
    // Not supported by every browser yet; without it, going back leaves the form without confirmation.
    if ('navigation' in window) {
      window.navigation.addEventListener('navigate', (event) => onNavigate(event), { signal });
    }
    signal.addEventListener('abort', guardUnsaved({ form, ask }));
    return () => stop.abort();
  }, [isChanged, form, ask]);

  const discard = () => {
    onDiscard();
    // After the render without changes, which no longer asks for confirmation.
    if (leave) setTimeout(leave);
  };
  const isAsking = leave !== null && isChanged;
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A key that is held down is no second press.
    if (!event.repeat) discard();
  });
  // The dialog itself handles Escape only after its next render, and a quick second press would be lost.
  useEffect(() => {
    if (!isAsking) return;
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true };
    window.addEventListener('keydown', (event) => onEscape(event), options);
    return () => stop.abort();
  }, [isAsking]);
  return {
    close: () => (isChanged ? ask(() => undefined) : onDiscard()),
    question: isAsking ? (
      <ConfirmDialog
        open
        destructive
        isCard
        onOpenChange={(open) => (open ? undefined : setLeave(null))}
        title={t('discardTitle')}
        description={
          <>
            {t('discardText')} <span className="touch:hidden">{t('discardKey')}</span>
          </>
        }
        confirmLabel={t('discard')}
        cancelLabel={t('keepEditing')}
        closeLabel={t('close')}
        onConfirm={discard}
      />
    ) : null,
  };
}
