'use client';

import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useShortcut } from '@/components/common/use-shortcut';
import { PreviewEdge } from '@/components/features/bookmarks/preview/preview-edge';
import { usePreviewWidth } from '@/components/features/bookmarks/preview/use-preview-width';
import { previewTitleId } from '@/components/features/bookmarks/preview/preview-title-id';

interface PreviewAsideProps {
  /** The bookmark that is shown: another one is read from its beginning. */
  uuid: string;
  /** Escape closes the panel wherever the focus is, and not only inside. */
  ownsEscape: boolean;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A panel at the right, under the header; the list gives it room. */
export function PreviewAside({ uuid, ownsEscape, onClose, onKeyDown, children }: PreviewAsideProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { width, setWidth } = usePreviewWidth();
  useShortcut('Escape', onClose, { enabled: ownsEscape });
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  // In braces: where scrolling answers a promise, an effect must not return it.
  useEffect(() => {
    panel.current?.scrollTo(0, 0);
  }, [uuid]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--aside', `${width}px`);
    return () => {
      style.removeProperty('--aside');
    };
  }, [width]);
  return (
    <section
      aria-labelledby={previewTitleId}
      className="fixed top-14 right-0 bottom-0 z-10 flex border-l bg-card"
      style={{ width }}
    >
      <PreviewEdge width={width} onWidth={setWidth} />
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of all that is inside */}
      <div
        ref={panel}
        tabIndex={-1}
        className="min-w-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-10 outline-none"
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onClose();
          } else onKeyDown(event);
        }}
      >
        {children}
      </div>
    </section>
  );
}
