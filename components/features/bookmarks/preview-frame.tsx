'use client';
import { useTranslations } from 'next-intl';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useShortcut } from '@/components/common/shortcut';
import { useMedia } from '@/components/common/use-media';
import { Dialog, DialogBody, DialogContent, DialogTitle } from '@/components/ui/dialog';
import { pressedKey } from '@/lib/utils/pressed-key';

/** Id of the heading that names the panel; there is one panel on a page. */
export const previewTitleId = 'preview-title';

/** The heading, which names the panel; a sheet requires its own title component. */
export function PreviewTitle({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  const className = 'font-serif text-panel font-semibold wrap-anywhere text-pretty';
  return isWide ? (
    <h2 dir="auto" id={previewTitleId} className={className}>
      {children}
    </h2>
  ) : (
    <DialogTitle dir="auto" className={className}>
      {children}
    </DialogTitle>
  );
}

const key = 'previewWidth';
const previewWidths = { min: 320, usual: 400, max: 640 } as const;

/** Returns the width within the limits; the default for text that is not a number. */
export function readWidth(text: string | null): number {
  const width = Math.round(Number(text ?? Number.NaN));
  if (Number.isNaN(width)) return previewWidths.usual;
  return Math.min(previewWidths.max, Math.max(previewWidths.min, width));
}

/** Returns the width of the panel and its setter; it is stored on this device. */
function usePreviewWidth(): { width: number; setWidth: (width: number) => void } {
  // The panel is never part of the server's HTML.
  const [width, setState] = useState(() => readWidth(remembered()));
  const setWidth = (wanted: number) => {
    const next = readWidth(String(wanted));
    setState(next);
    try {
      window.localStorage.setItem(key, String(next));
    } catch {
      // Without storage the default width is used.
    }
  };
  return { width, setWidth };
}

function remembered(): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

const step = 24;

/** The edge of the panel, moved by the pointer or the arrow keys. */
function PreviewEdge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const t = useTranslations('Preview');
  const handlePointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      onWidth(document.documentElement.clientWidth - event.clientX);
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: width + step,
      ArrowRight: width - step,
      Home: previewWidths.max,
      End: previewWidths.min,
    }[pressedKey(event)];
    if (to === undefined) return;
    event.preventDefault();
    onWidth(to);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('resize')}
      aria-valuenow={width}
      aria-valuemin={previewWidths.min}
      aria-valuemax={previewWidths.max}
      className="absolute inset-y-0 -left-1 w-2 cursor-col-resize touch-none hover:bg-primary/20 focus-visible:bg-primary/30"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handlePointerMove}
      onDoubleClick={() => onWidth(previewWidths.usual)}
      onKeyDown={handleKeyDown}
    />
  );
}

interface PreviewAsideProps {
  /** Uuid of the shown bookmark: another one starts scrolled to the top. */
  uuid: string;
  /** Escape closes the panel regardless of the focus, not only inside. */
  ownsEscape: boolean;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A panel at the right, below the header; the list leaves space for it. */
function PreviewAside({ uuid, ownsEscape, onClose, onKeyDown, children }: PreviewAsideProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { width, setWidth } = usePreviewWidth();
  useShortcut('Escape', onClose, { enabled: ownsEscape });
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  // In braces: in browsers where scrolling returns a promise, an effect must not return it.
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
      className="fixed top-14 right-[var(--removed-body-scroll-bar-size,0px)] bottom-0 z-10 flex border-l bg-card"
      style={{ width }}
    >
      <PreviewEdge width={width} onWidth={setWidth} />
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of its content */}
      <div
        ref={panel}
        tabIndex={-1}
        className="min-w-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-10 outline-none"
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Escape') {
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

interface PreviewSheetProps {
  /** Uuid of the shown bookmark: another one starts scrolled to the top. */
  uuid: string;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Moves the focus back to the list; returns whether it succeeded. */
  onReturnFocus: () => boolean;
  children: ReactNode;
}

/** Covers the list if there is no space beside it. */
function PreviewSheet({ uuid, onClose, onKeyDown, onReturnFocus, children }: PreviewSheetProps) {
  const t = useTranslations('Preview');
  const body = useRef<HTMLDivElement>(null);
  // In braces: in browsers where scrolling returns a promise, an effect must not return it.
  useEffect(() => {
    body.current?.scrollTo(0, 0);
  }, [uuid]);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        closeLabel={t('close')}
        width="lg"
        aria-describedby={undefined}
        className="max-md:h-[92dvh] md:h-[78dvh]"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          body.current?.focus();
        }}
        onCloseAutoFocus={(event) => {
          if (onReturnFocus()) event.preventDefault();
        }}
        onKeyDown={onKeyDown}
      >
        <DialogBody ref={body} tabIndex={-1} className="isolate pb-8 outline-none">
          {children}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

export const useIsPreviewWide = (): boolean => useMedia('(width >= 80rem)');

interface PreviewFrameProps {
  /** Uuid of the shown bookmark: another one starts scrolled to the top. */
  uuid: string;
  isWide: boolean;
  /** Number of selected rows: while there are any, Escape outside the panel clears the selection. */
  count: number;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** The panel beside the list if there is space, otherwise over it. */
export function PreviewFrame({
  uuid,
  isWide,
  count,
  onClose,
  onKeyDown = () => undefined,
  children,
}: PreviewFrameProps) {
  return isWide ? (
    <PreviewAside {...{ uuid, onClose, onKeyDown }} ownsEscape={count === 0}>
      {children}
    </PreviewAside>
  ) : (
    <PreviewSheet {...{ uuid, onClose, onKeyDown }} onReturnFocus={() => focusRow(uuid)}>
      {children}
    </PreviewSheet>
  );
}

export const rowOf = (uuid: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(uuid)}"]`);

/** Moves the focus to a row; returns whether the row exists. */
export function focusRow(uuid: string): boolean {
  const stop = rowOf(uuid)?.querySelector<HTMLElement>('[data-focus]');
  stop?.focus();
  return stop !== null && stop !== undefined;
}
