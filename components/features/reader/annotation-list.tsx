'use client';

import { useTranslations } from 'next-intl';
import { type CSSProperties, useEffect, useState } from 'react';
import { useRowDates } from '@/components/common/row-dates';
import { AnnotationTagList } from '@/components/features/reader/annotation-tags';
import type { Annotations, PlacedAnnotation } from '@/components/features/reader/use-annotations';
import { Button } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';

interface AnnotationListProps {
  annotations: Annotations;
  /** Shows an annotation in the text, with its toolbar. */
  onOpen: (annotation: PlacedAnnotation, editsNote: boolean) => void;
}

/** All annotations below the text, also those that it does not have any more, and for screen readers. */
export function AnnotationList({
  annotations,
  isReadOnly,
  onOpen,
}: AnnotationListProps & { isReadOnly: boolean }) {
  const t = useTranslations('Reader');
  const dates = useRowDates();
  return (
    <section aria-labelledby="annotations" className="reader-annotations">
      <h2 id="annotations" className="font-serif text-panel font-semibold">
        {t('annotations')}
      </h2>
      {isReadOnly || annotations.all.length === 0 ? (
        <p className="mt-1.5 text-pretty text-muted-foreground">
          {t(isReadOnly ? 'needsNetwork' : 'annotateHint')}
        </p>
      ) : null}
      <ul className="mt-3 flex flex-col gap-4">
        {annotations.all.map((one) => (
          <li key={one.uuid} className="annotation-entry" data-color={one.color}>
            <blockquote dir="auto" className="annotation-quote">
              {one.quote}
            </blockquote>
            {one.note ? (
              <p dir="auto" className="mt-1.5 text-body wrap-anywhere whitespace-pre-line">
                {one.note}
              </p>
            ) : null}
            <AnnotationTagList tags={one.tags} />
            <div className="mt-1 flex flex-wrap items-center gap-x-1 text-second text-muted-foreground print:hidden">
              <time dateTime={one.createdAt} title={dates.full(one.createdAt)} className="mr-1">
                {dates.short(one.createdAt)}
              </time>
              {one.range === null ? (
                <span title={t('notFoundText')} className="mr-1 text-warning">
                  {t('notFound')}
                </span>
              ) : (
                <Button variant="ghost" size="sm" onClick={() => onOpen(one, false)}>
                  {t('showInText')}
                </Button>
              )}
              {isReadOnly ? null : <Changes annotation={one} {...{ annotations, onOpen }} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChangesProps extends AnnotationListProps {
  annotation: PlacedAnnotation;
}

function Changes({ annotation, annotations, onOpen }: ChangesProps) {
  const t = useTranslations('Reader');
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => onOpen(annotation, true)}>
        {t(annotation.note || annotation.tags ? 'editNote' : 'addNote')}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('delete')}
        title={t('delete')}
        onClick={() => annotations.remove(annotation.uuid)}
      >
        <Icon name="i-trash" />
      </Button>
    </>
  );
}

const gap = 8;

/** Where each note is, in pixels below the top of the margin: at its passage, or below the note before it. */
function placesOf(noted: readonly PlacedAnnotation[], margin: HTMLElement): number[] {
  const { top } = margin.getBoundingClientRect();
  let free = 0;
  return noted.map(({ range }, index) => {
    const wanted = (range?.getBoundingClientRect().top ?? top) - top;
    const place = Math.max(wanted, free);
    free = place + (margin.children[index]?.getBoundingClientRect().height ?? 0) + gap;
    return place;
  });
}

interface MarginNotesProps extends AnnotationListProps {
  article: HTMLElement | null;
}

/** On wide screens, the notes beside the text at the height of their passages. */
export function MarginNotes({ annotations, article, onOpen }: MarginNotesProps) {
  const t = useTranslations('Reader');
  const [margin, setMargin] = useState<HTMLElement | null>(null);
  const [places, setPlaces] = useState<readonly number[]>([]);
  const { all } = annotations;
  useEffect(() => {
    if (article === null || margin === null) return;
    const noted = all.filter(isNoted);
    // Also called once for each element at the beginning; pictures and fonts change the height later.
    const observer = new ResizeObserver(() => setPlaces(placesOf(noted, margin)));
    observer.observe(article);
    for (const note of margin.children) observer.observe(note);
    return () => observer.disconnect();
  }, [all, article, margin]);
  return (
    <div ref={setMargin} className="reader-margin">
      {all.filter(isNoted).map((one, index) => (
        <ButtonBase
          key={one.uuid}
          className="margin-note"
          data-color={one.color}
          title={t('editNote')}
          style={{ '--top': `${places[index] ?? 0}px` } as CSSProperties}
          onClick={() => onOpen(one, true)}
        >
          <span dir="auto" className="line-clamp-6">
            {one.note}
          </span>
        </ButtonBase>
      ))}
    </div>
  );
}

const isNoted = ({ note, range }: PlacedAnnotation): boolean => note !== '' && range !== null;
