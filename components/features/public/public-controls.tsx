'use client';

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { copyText } from '@/components/common/copy-text';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { useHydrated } from '@/components/ui/use-hydrated';
import { cn } from '@/lib/utils/cn';
import { pressedKey } from '@/lib/utils/pressed-key';

// All scripts of a public page, besides the theme toggle.

interface CopyLinkProps {
  url: string;
  labels: { copy: string; copied: string; copiedStatus: string };
  className: string;
}

const doneMs = 2_000;

/** Copies a link. Takes its labels as props, so that the page needs no messages in the browser. */
export function CopyLink({ url, labels, className }: CopyLinkProps) {
  const hydrated = useHydrated();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), doneMs);
    return () => clearTimeout(timer);
  }, [done]);
  // Over plain HTTP there is no clipboard API. The button keeps its space, so that nothing shifts.
  const supported = !hydrated || 'clipboard' in navigator;
  return (
    <>
      <ButtonBase
        onClick={() => void copyText(url).then(setDone)}
        className={cn(className, !supported && 'invisible')}
      >
        <Icon name="i-link" />
        {/* Both labels share a grid cell: the width never changes. */}
        <span className="grid justify-items-start *:[grid-area:1/1]">
          <span className={done ? 'invisible' : ''}>{labels.copy}</span>
          <span className={done ? '' : 'invisible'}>{labels.copied}</span>
        </span>
      </ButtonBase>
      <span role="status" className="sr-only">
        {done ? labels.copiedStatus : ''}
      </span>
    </>
  );
}

/** A `<details>` that Escape and a click outside close too; without JavaScript only its summary closes it. */
export function FeedsMenu({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (ref.current && !ref.current.contains(target as Node)) ref.current.open = false;
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape' || !ref.current?.open) return;
      ref.current.open = false;
      ref.current.querySelector('summary')?.focus();
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', closeByKey);
    };
  }, []);
  return (
    <details ref={ref} className={className}>
      {children}
    </details>
  );
}
