'use client';

import { useTranslations } from 'next-intl';
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useShortcut } from '@/components/common/shortcut';
import { AnnotationTags, useTagInput } from '@/components/features/reader/annotation-tags';
import type { AnnotationWords } from '@/components/features/reader/use-annotations';
import { Button } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Textarea } from '@/components/ui/textarea';
import { highlightColors, type HighlightColor } from '@/lib/contract/highlight-colors';
import { serviceLimits } from '@/lib/contract/service-limits';
import { printTags } from '@/lib/domain/tags';
import { pressedKey } from '@/lib/utils/pressed-key';

/** A place in the document, in pixels from its top left corner. */
export interface ToolbarPlace {
  readonly top: number;
  readonly left: number;
}

interface AnnotationToolbarProps {
  /** The text, below which it gets space. */
  article: HTMLElement | null;
  place: ToolbarPlace;
  /** The annotation that it changes; null for selected text. */
  annotation: ({ readonly color: HighlightColor } & AnnotationWords) | null;
  /** Whether it opens with the note and the tags. */
  editsNote: boolean;
  /** Whether it only says that changes need a network. */
  isReadOnly: boolean;
  onColor: (color: HighlightColor) => void;
  onWords: (words: AnnotationWords) => void;
  onDelete: () => void;
  onClose: () => void;
}

/**
 * Colors, note, tags and deletion of an annotation. It is beside the text; on touch screens it is at the bottom of the
 * screen, where the browser's own menu of a selection is not in the way.
 */
export function AnnotationToolbar({
  article,
  place,
  annotation,
  editsNote,
  isReadOnly,
  ...props
}: AnnotationToolbarProps) {
  const t = useTranslations('Reader');
  const [isEditing, setEditing] = useState(editsNote);
  const { onColor, onDelete, onClose } = props;
  const element = useRoom(article, place);
  useShortcut('Escape', onClose, { inFields: true });
  const style = { '--top': `${place.top}px`, '--left': `${place.left}px` } as CSSProperties;
  return (
    <div
      ref={element}
      role="group"
      aria-label={annotation === null ? t('selected') : t('annotation')}
      data-annotation-toolbar=""
      className="annotation-toolbar"
      style={style}
    >
      {isReadOnly ? (
        <p className="px-1.5 py-1 text-second text-muted-foreground">{t('needsNetwork')}</p>
      ) : (
        <div className="flex items-center gap-1">
          {highlightColors.map((color) => (
            <ButtonBase
              key={color}
              aria-label={t(`color.${color}`)}
              title={t(`color.${color}`)}
              aria-pressed={annotation?.color === color}
              data-color={color}
              className="annotation-color touch:hit"
              onPointerDown={keepFocus}
              onClick={() => onColor(color)}
            />
          ))}
          <span className="mx-1 h-5 w-px bg-border" />
          <Button
            variant="ghost"
            size="sm"
            className="touch:h-11"
            aria-expanded={isEditing}
            onPointerDown={keepFocus}
            onClick={() => setEditing(true)}
          >
            <Icon name="i-pencil" />
            {t('note')}
          </Button>
          {annotation === null ? null : (
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('delete')}
              title={t('delete')}
              onClick={onDelete}
            >
              <Icon name="i-trash" />
            </Button>
          )}
        </div>
      )}
      {isEditing && !isReadOnly ? (
        <WordsForm words={annotation ?? { note: '', tags: '' }} {...props} />
      ) : null}
    </div>
  );
}

const gapPx = 8;
/** Below selected text on touch screens, for its handles and the menu that the system may show there. */
const handlesPx = 56;

/**
 * Gives the toolbar room. Beside the text, it moves what follows a text at its end below the toolbar: partly covered,
 * it would be hard to press. At the bottom of the screen, it scrolls the passage above the toolbar, and lets the page
 * scroll as far; later changes of the selection do not scroll, because handles are still dragged then.
 */
function useRoom(article: HTMLElement | null, place: ToolbarPlace): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const scrollAbove = useEffectEvent((toolbar: HTMLElement) => {
    const end = place.top - window.scrollY + handlesPx;
    const beyond = end - toolbar.getBoundingClientRect().top;
    if (beyond > 0) window.scrollBy({ top: beyond });
  });
  useLayoutEffect(() => {
    const toolbar = element.current;
    if (article === null || toolbar === null) return;
    const page = article.closest<HTMLElement>('.reader-screen');
    const update = () => {
      const { bottom, height } = toolbar.getBoundingClientRect();
      if (getComputedStyle(toolbar).position === 'fixed') {
        page?.style.setProperty('--page-room', `${height + handlesPx}px`);
        scrollAbove(toolbar);
        return;
      }
      const beyond = bottom - article.getBoundingClientRect().bottom;
      article.style.setProperty('--room', `${Math.max(0, beyond + gapPx)}px`);
    };
    update();
    // Its form is higher.
    const observer = new ResizeObserver(update);
    observer.observe(toolbar);
    return () => {
      observer.disconnect();
      article.style.removeProperty('--room');
      page?.style.removeProperty('--page-room');
    };
  }, [article]);
  return element;
}

/** A press on the toolbar would otherwise remove the selection, or take the focus from a field. */
const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault();

interface WordsFormProps extends Pick<AnnotationToolbarProps, 'onWords' | 'onClose'> {
  words: AnnotationWords;
}

/** The note and the tags of an annotation. */
function WordsForm({ words, onWords, onClose }: WordsFormProps) {
  const t = useTranslations('Reader');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const tags = useTagInput(words.tags);
  const save = () => onWords({ note: field.current?.value.trim() ?? '', tags: printTags(tags.all()) });
  return (
    <form
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Textarea
        ref={field}
        defaultValue={words.note}
        maxLength={serviceLimits.highlightNoteLength}
        aria-label={t('note')}
        placeholder={t('notePlaceholder')}
        className="max-h-60 w-full"
        onKeyDown={(event) => {
          if (pressedKey(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
      />
      <AnnotationTags input={tags} />
      {/* Without the focus, the field takes a tag that is not ended yet, which may move these from under the
          pointer. */}
      <span className="mt-2 flex justify-end gap-2">
        <Button size="sm" className="touch:h-11" onPointerDown={keepFocus} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="primary" size="sm" className="touch:h-11" onPointerDown={keepFocus}>
          {t('save')}
        </Button>
      </span>
    </form>
  );
}
