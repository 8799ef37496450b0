'use client';

import { useSearchParams } from 'next/navigation';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { touchQuery } from '@/components/common/use-media';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** Index of a bookmark that is not among the loaded rows of its list. */
export const unlisted = -1;

/** The bookmark shown beside its list, in its last known state, and its index in the whole list, or `unlisted`. */
export interface PreviewPlace {
  readonly place: number;
  readonly bookmark: Bookmark;
}

/** A list of which only some rows are loaded. */
interface Rows {
  readonly rows: ReadonlyMap<number, Bookmark>;
  readonly total: number | null;
}

/**
 * Returns the preview after the list has changed: the same bookmark in its current state, or the one that has
 * replaced it; null if none is left. Rows that are not loaded change nothing.
 */
export function followList(at: PreviewPlace, { rows, total }: Rows): PreviewPlace | null {
  if (rows.get(at.place) === at.bookmark) return at;
  const listed = placeIn({ rows }, at.bookmark.uuid);
  if (listed !== null) return listed;
  if (at.place === unlisted) return at;
  const place = Math.min(at.place, (total ?? 0) - 1);
  const replacement = rows.get(place);
  if (total === 0) return null;
  return replacement === undefined ? at : { place, bookmark: replacement };
}

/** Returns the next bookmark in a direction, if it is loaded. */
export function stepFrom({ place }: PreviewPlace, { rows }: Rows, by: 1 | -1): PreviewPlace | null {
  const bookmark = place === unlisted ? undefined : rows.get(place + by);
  return bookmark === undefined ? null : { place: place + by, bookmark };
}

/** Returns the place of a bookmark among the loaded rows; null if it is not there. */
export function placeIn({ rows }: Pick<Rows, 'rows'>, uuid: string): PreviewPlace | null {
  for (const [place, bookmark] of rows) if (bookmark.uuid === uuid) return { place, bookmark };
  return null;
}

/** Search parameter with the uuid of the bookmark that is open in the preview. */
const parameter = 'preview';

const shownByAddress = (): string | null => new URLSearchParams(window.location.search).get(parameter);

/** Returns the path and query of this page with another bookmark in its preview, or none. */
export function previewHref(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  uuid: string | null,
): string {
  const query = new URLSearchParams(search);
  if (uuid === null) query.delete(parameter);
  else query.set(parameter, uuid);
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`;
}

/** Steps through a list are written once they pause: browsers refuse more than a few address changes a second. */
const pauseMs = 250;

/**
 * Writes the address of the preview: opening adds an entry to the history, which closing removes again. On phones the
 * sheet has an entry like every dialog (`closed-by-back`), above the one whose address is changed here.
 */
function createPreviewAddress() {
  /** A step that is not written yet. */
  let step: { readonly timer: ReturnType<typeof setTimeout> } | null = null;
  /** The entry is being left by going back; what to open there. */
  let leaving: { next: string | null } | null = null;
  const forget = (): void => {
    clearTimeout(step?.timer);
    step = null;
  };
  const replace = (uuid: string | null): void => {
    forget();
    // The router follows a state without its own parts, and adds them.
    const { __NA, __PRIVATE_NEXTJS_INTERNALS_TREE, ...others } = entryState();
    window.history.replaceState(others, '', previewHref(window.location, uuid));
  };
  const show = (uuid: string): void => {
    forget();
    const shown = shownByAddress();
    if (leaving !== null) leaving.next = uuid;
    else if (shown === null && window.matchMedia(touchQuery).matches) replace(uuid);
    else if (shown === null) {
      window.history.pushState({ isPreview: true }, '', previewHref(window.location, uuid));
    } else if (shown !== uuid) step = { timer: setTimeout(() => replace(uuid), pauseMs) };
  };
  return {
    show,
    close: (): void => {
      forget();
      if (leaving !== null) leaving.next = null;
      else if (shownByAddress() === null) return;
      else if ('openDialogs' in entryState()) leaving = { next: null };
      else if ('isPreview' in entryState()) {
        leaving = { next: null };
        window.history.back();
      } else replace(null);
    },
    /** Call it after the browser has gone back or forward. Returns the bookmark that is shown then. */
    arrive: (): string | null => {
      forget();
      const next = leaving?.next ?? null;
      const isLeft = leaving !== null;
      leaving = null;
      if (next !== null) show(next);
      else if (isLeft && shownByAddress() !== null) replace(null);
      return next ?? shownByAddress();
    },
    /** Whether the address does not show the latest change yet. */
    isBehind: (): boolean => leaving !== null || step !== null,
    forget,
  };
}

/** State of the history entry: of the router, of open dialogs, and `isPreview` if opening the preview added it. */
const entryState = (): Readonly<Record<string, unknown>> =>
  (window.history.state as Readonly<Record<string, unknown>> | null) ?? {};

interface Preview {
  /** The bookmark of the preview; null if it is closed. */
  readonly uuid: string | null;
  /** Its last known place in the list; null if it was opened by its address. */
  readonly place: PreviewPlace | null;
}

/**
 * The bookmark in the preview. The address of the page names it, so that it can be opened again, reloaded and closed by
 * the Back button.
 */
export function usePreview(): Preview & { setPlace: Dispatch<SetStateAction<PreviewPlace | null>> } {
  const named = useSearchParams().get(parameter);
  const [address] = useState(createPreviewAddress);
  const [preview, setPreview] = useState<Preview>({ uuid: named, place: null });
  const latest = useRef(preview);
  const change = useCallback((next: Preview) => {
    latest.current = next;
    setPreview(next);
  }, []);

  const setPlace = useCallback<Dispatch<SetStateAction<PreviewPlace | null>>>(
    (action) => {
      const now = latest.current.uuid === null ? null : latest.current.place;
      const place = typeof action === 'function' ? action(now) : action;
      const uuid = place?.bookmark.uuid ?? null;
      change({ uuid, place });
      if (uuid === null) address.close();
      else address.show(uuid);
    },
    [address, change],
  );

  const follow = useCallback(
    (uuid: string | null) => {
      const { place } = latest.current;
      if (uuid === latest.current.uuid) return;
      change({ uuid, place: place?.bookmark.uuid === uuid ? place : null });
    },
    [change],
  );
  // Added once: the router renders between two listeners of the event, and one that is added then misses it.
  useEffect(() => {
    const onPopState = () => follow(address.arrive());
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [address, follow]);
  // A link to the same list without a preview, or with another one.
  useEffect(() => {
    if (!address.isBehind()) follow(shownByAddress());
  }, [named, address, follow]);
  useEffect(() => address.forget, [address]);

  return { ...preview, setPlace };
}
