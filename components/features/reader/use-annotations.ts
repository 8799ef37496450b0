'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo } from 'react';
import { v7 as newUuid } from 'uuid';
import type { TextMap } from '@/components/features/reader/text-map';
import { highlightMutations, highlightQueries } from '@/lib/api/highlights';
import { highlightColors, type HighlightColor } from '@/lib/contract/highlight-colors';
import type { Highlight as Annotation } from '@/lib/contract/highlights';
import { anchorOf, anchorText, findPassage, type Passage } from '@/lib/domain/anchor/anchor';

/** An annotation with its place in the text that is shown; null if the text does not have it any more. */
export interface PlacedAnnotation extends Annotation {
  readonly passage: Passage | null;
  readonly range: Range | null;
}

/** What the user says about a passage; tags are separated by commas. */
export type AnnotationWords = Pick<Annotation, 'note' | 'tags'>;

export interface Annotations {
  /** In the order of the text; those that were not found come last. */
  readonly all: readonly PlacedAnnotation[];
  readonly create: (passage: Passage, color: HighlightColor, words?: AnnotationWords) => string;
  readonly update: (uuid: string, change: Partial<Pick<Annotation, 'color' | 'note' | 'tags'>>) => void;
  readonly remove: (uuid: string) => void;
}

const none: readonly Annotation[] = [];

/** The annotations of a bookmark in the text that is shown. Changes are shown at once. */
export function useAnnotations(bookmark: string, map: TextMap | null): Annotations {
  const t = useTranslations('Reader');
  const client = useQueryClient();
  const query = highlightQueries.of(bookmark);
  const { data } = useQuery(query);
  const { mutate: create } = useMutation({
    ...highlightMutations.create(),
    meta: { failure: t('saveFailed') },
  });
  const { mutate: update } = useMutation({
    ...highlightMutations.update(),
    meta: { failure: t('saveFailed') },
  });
  const { mutate: remove } = useMutation({
    ...highlightMutations.delete(),
    meta: { failure: t('deleteFailed') },
  });
  const stored = data?.content ?? none;
  const all = useMemo(() => placeAll(stored, map), [stored, map]);
  useDrawn(all);
  // A failure refetches the list, like every write.
  const show = (change: (list: readonly Annotation[]) => Annotation[]): void => {
    void client.cancelQueries({ queryKey: query.queryKey });
    client.setQueryData(query.queryKey, (list) => list && { content: change(list.content) });
  };
  return {
    all,
    create: (passage, color, words = { note: '', tags: '' }) => {
      const body = { ...anchorOf(map?.text ?? '', passage), uuid: newUuid(), color, ...words };
      const now = new Date().toISOString();
      show((list) => [...list, { ...body, bookmark, createdAt: now, updatedAt: now }]);
      create({ params: { uuid: bookmark }, body });
      return body.uuid;
    },
    update: (uuid, change) => {
      show((list) => list.map((one) => (one.uuid === uuid ? { ...one, ...change } : one)));
      update({ params: { uuid }, body: change });
    },
    remove: (uuid) => {
      show((list) => list.filter((one) => one.uuid !== uuid));
      remove({ params: { uuid } });
    },
  };
}

function placeAll(stored: readonly Annotation[], map: TextMap | null): PlacedAnnotation[] {
  if (map === null) return [];
  const text = anchorText(map.text);
  const placed = stored.map((annotation) => {
    const passage = findPassage(text, annotation);
    return { ...annotation, passage, range: passage && map.rangeOf(passage) };
  });
  return placed.sort((a, b) => (a.passage?.start ?? Infinity) - (b.passage?.start ?? Infinity) || 0);
}

/** Draws the passages with the colors of `::highlight()`; of overlapping ones, the shorter one is on top. */
function useDrawn(all: readonly PlacedAnnotation[]): void {
  useEffect(() => {
    // Browsers without it show the list only.
    if (!('highlights' in CSS)) return;
    for (const color of highlightColors) {
      const ranges = all.flatMap((one) => (one.color === color && one.range ? [one.range] : []));
      CSS.highlights.set(`annotation-${color}`, new Highlight(...ranges));
    }
    return () => highlightColors.forEach((color) => void CSS.highlights.delete(`annotation-${color}`));
  }, [all]);
}
