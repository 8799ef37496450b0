'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/components/common/notify';
import { useShortcut } from '@/components/common/shortcut';
import type { AnnotationToolbar, ToolbarPlace } from '@/components/features/reader/annotation-toolbar';
import type { TextMap } from '@/components/features/reader/text-map';
import type {
  Annotations,
  AnnotationWords,
  PlacedAnnotation,
} from '@/components/features/reader/use-annotations';
import type { HighlightColor } from '@/lib/contract/highlight-colors';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Passage } from '@/lib/domain/anchor/anchor';

/** What the toolbar is about: selected text, or an annotation. */
type Active =
  | { readonly kind: 'selection'; readonly passage: Passage; readonly place: ToolbarPlace }
  | {
      readonly kind: 'annotation';
      readonly uuid: string;
      readonly place: ToolbarPlace;
      readonly editsNote: boolean;
    };

interface MarkingOptions {
  article: HTMLElement | null;
  map: TextMap | null;
  annotations: Annotations;
  isReadOnly: boolean;
}

type ToolbarProps = Omit<ComponentProps<typeof AnnotationToolbar>, 'article' | 'isReadOnly'>;

interface Marking {
  /** The toolbar to show; null if there is none. */
  readonly active: { key: string; props: ToolbarProps } | null;
  readonly open: (annotation: PlacedAnnotation, editsNote: boolean) => void;
  /** For screen readers. */
  readonly message: string;
}

/** Marks text that is selected by pointer, touch or keyboard, and opens an annotation that is clicked. */
export function useMarking({ article, map, annotations, isReadOnly }: MarkingOptions): Marking {
  const t = useTranslations('Reader');
  const [active, setActive] = useState<Active | null>(null);
  const [message, setMessage] = useState('');
  const [lastColor, setLastColor] = useState<HighlightColor>('yellow');
  useSelection(article, (range) => {
    const passage = range && map?.passageOf(range);
    if (passage) setActive({ kind: 'selection', passage, place: placeBelow(range) });
    // Typing a note has a selection of its own.
    else if (!isInToolbar(document.activeElement)) {
      setActive((now) => (now?.kind === 'selection' ? null : now));
    }
  });
  const openAt = useEffectEvent((event: MouseEvent) => {
    const isInText = article?.contains(event.target as Node) === true;
    const found = isInText && isCollapsed() ? annotationAt(event, map, annotations.all) : undefined;
    if (found) open(found, false);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // Before the click, which may open another one.
    const closeOutside = ({ target }: PointerEvent) => {
      if (!isInToolbar(target)) setActive((now) => (now?.kind === 'annotation' ? null : now));
    };
    document.addEventListener('pointerdown', closeOutside, { signal });
    document.addEventListener('click', (event) => openAt(event), { signal });
    return () => stop.abort();
  }, []);

  const openNamed = useEffectEvent(() => {
    const named = annotations.all.find(({ uuid }) => window.location.hash === annotationHash(uuid));
    if (named) open(named, false);
  });
  const isPlaced = annotations.all.length > 0;
  useEffect(() => {
    if (isPlaced) openNamed();
  }, [isPlaced]);

  const create = (passage: Passage, chosen: HighlightColor, words?: AnnotationWords): void => {
    if (passage.end - passage.start > serviceLimits.highlightQuoteLength) {
      notify({ message: t('tooLong', { count: serviceLimits.highlightQuoteLength }), tone: 'bad' });
      return;
    }
    setLastColor(chosen);
    annotations.create(passage, chosen, words);
    window.getSelection()?.removeAllRanges();
    setActive(null);
    setMessage(t('added'));
  };
  // With the color of the last one.
  useShortcut('h', () => {
    const range = selectionIn(article);
    const passage = range && map?.passageOf(range);
    if (passage && isReadOnly) notify({ message: t('needsNetwork') });
    else if (passage) create(passage, lastColor);
  });
  const close = () => {
    setActive(null);
    article?.focus({ preventScroll: true });
  };
  return {
    active: active && describe(active),
    message,
    open,
  };

  function open(annotation: PlacedAnnotation, editsNote: boolean): void {
    const { range, uuid } = annotation;
    const target = range?.startContainer.parentElement ?? document.getElementById('annotations');
    if (!isInView(range ?? target)) target?.scrollIntoView({ block: 'center' });
    const box = range ?? target;
    if (box) setActive({ kind: 'annotation', uuid, place: placeBelow(box), editsNote });
  }

  function describe(now: Active): Marking['active'] {
    const { place } = now;
    if (now.kind === 'selection') {
      const { passage } = now;
      return {
        key: 'selection',
        props: {
          place,
          annotation: null,
          editsNote: false,
          onColor: (chosen) => create(passage, chosen),
          onWords: (words) => create(passage, lastColor, words),
          onDelete: close,
          onClose: close,
        },
      };
    }
    const annotation = annotations.all.find(({ uuid }) => uuid === now.uuid);
    if (annotation === undefined) return null;
    const { uuid } = annotation;
    return {
      key: `${uuid} ${now.editsNote}`,
      props: {
        place,
        annotation,
        editsNote: now.editsNote,
        onColor: (chosen) => {
          setLastColor(chosen);
          annotations.update(uuid, { color: chosen });
        },
        onWords: (words) => {
          annotations.update(uuid, words);
          close();
        },
        onDelete: () => {
          annotations.remove(uuid);
          close();
          setMessage(t('deleted'));
        },
        onClose: close,
      },
    };
  }
}

/** Fragment of the reader's path that opens an annotation. */
export const annotationHash = (uuid: string): string => `#annotation-${uuid}`;

/** Suggested tags are listed outside of its element. */
const isInToolbar = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-annotation-toolbar], [role=listbox]') !== null;

const toolbarGap = 8;

/** Below the last line of a range. */
function placeBelow(box: Pick<Range, 'getBoundingClientRect'>): ToolbarPlace {
  const { bottom, left, width } = box.getBoundingClientRect();
  return { top: bottom + window.scrollY + toolbarGap, left: left + window.scrollX + width / 2 };
}

/** Whether a range or an element is below the bar and has space for the toolbar below it. */
function isInView(box: Pick<Range, 'getBoundingClientRect'> | null): boolean {
  if (box === null) return false;
  const { top, bottom } = box.getBoundingClientRect();
  return top > 64 && bottom < window.innerHeight - 200;
}

const isCollapsed = (): boolean => window.getSelection()?.isCollapsed ?? true;

/**
 * Returns the part of the selection that is within an element; null unless it begins or ends there. A triple click on
 * the last paragraph selects up to the element that follows.
 */
function selectionIn(article: HTMLElement | null): Range | null {
  const selection = window.getSelection();
  if (!article || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const begins = article.contains(range.startContainer);
  const ends = article.contains(range.endContainer);
  if (!begins && !ends) return null;
  if (!begins) range.setStart(article, 0);
  if (!ends) range.setEnd(article, article.childNodes.length);
  return range;
}

/** Calls `onSelect` with the selection within an element after it has changed; null if there is none. */
function useSelection(article: HTMLElement | null, onSelect: (range: Range | null) => void): void {
  const select = useEffectEvent(() => onSelect(selectionIn(article)));
  useEffect(() => {
    let frame = 0;
    const listener = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => select());
    };
    document.addEventListener('selectionchange', listener);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', listener);
    };
  }, []);
}

/** Returns the shortest annotation at a point of the text. */
function annotationAt(
  { clientX, clientY }: MouseEvent,
  map: TextMap | null,
  all: readonly PlacedAnnotation[],
): PlacedAnnotation | undefined {
  const hit = all.filter(({ range }) => {
    const boxes = range ? Array.from(range.getClientRects()) : [];
    return boxes.some(
      ({ left, right, top, bottom }) =>
        left <= clientX && clientX <= right && top <= clientY && clientY <= bottom,
    );
  });
  const length = ({ passage }: PlacedAnnotation): number =>
    passage ? passage.end - passage.start : Infinity;
  return map === null ? undefined : hit.sort((a, b) => length(a) - length(b))[0];
}
