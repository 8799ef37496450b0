import { useCallback, useEffect, useRef, useState } from 'react';
import { pageSize } from '@/lib/api/endpoint';

/** Rows beyond the visible ones whose pages are read ahead. */
const ahead = 25;
/** A scrollbar that is dragged passes hundreds of pages; only where it rests is read. */
const restMs = 90;

type Want = (first: number, last: number, total: number) => void;
/** The place of the row that is held or holds the focus: it stays, however far it is scrolled away. */
type Keep = (place: number) => void;

/** The numbers of the pages to read, and how to say which places of a list of `total` rows are in sight. */
export function useWantedPages(): { wanted: readonly number[]; want: Want; keep: Keep } {
  const [wanted, setWanted] = useState<readonly number[]>([1]);
  const latest = useRef(wanted);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const kept = useRef<number | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const want = useCallback<Want>((first, last, total) => {
    const pages = pagesAround(first, last, total);
    clearTimeout(timer.current);
    if (sameList(latest.current, pages)) return;
    const take = () => {
      latest.current = pages;
      setWanted(withPage(pages, kept.current, total));
    };
    if (isStep(latest.current, pages)) take();
    else timer.current = setTimeout(take, restMs);
  }, []);
  const keep = useCallback<Keep>((place) => {
    kept.current = pageOf(place);
  }, []);
  return { wanted, want, keep };
}

const pageOf = (place: number): number => Math.floor(place / pageSize) + 1;

/** The first page always, since it tells how many rows there are, and those around what is in sight. */
export function pagesAround(first: number, last: number, total: number): number[] {
  const from = pageOf(Math.max(0, first - ahead));
  const to = Math.max(from, pageOf(Math.min(last + ahead, total - 1)));
  const around = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return from === 1 ? around : [1, ...around];
}

/** Pages, in order, with one more among them, as long as the list has it. */
export const withPage = (pages: readonly number[], page: number | null, total: number): readonly number[] =>
  page === null || pages.includes(page) || (page - 1) * pageSize >= total
    ? pages
    : [...pages, page].sort((a, b) => a - b);

/** Whether somebody scrolls on rather than jumps: a page in sight stays in sight, or it is the beginning. */
const isStep = (now: readonly number[], next: readonly number[]): boolean =>
  next.every((page) => page <= 2) || next.some((page) => page > 1 && now.includes(page));

const sameList = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
