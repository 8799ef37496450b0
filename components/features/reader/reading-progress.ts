'use client';

import { useEffect, useState } from 'react';
import { readStored, writeStored } from '@/components/common/device-storage';

const key = 'readingProgress';
const pagesMax = 200;

type Entry = readonly [uuid: string, percent: number];

function readAll(): Entry[] {
  try {
    const list: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(list) ? (list as Entry[]).filter((entry) => Array.isArray(entry)) : [];
  } catch {
    return [];
  }
}

/** Returns how far a page was read on this device, in percent; 0 if it is not known. */
const readingProgress = (uuid: string): number => readAll().find(([one]) => one === uuid)?.[1] ?? 0;

/** Remembers it for the pages that were read last. */
function storeProgress(uuid: string, percent: number): void {
  const others = readAll().filter(([one]) => one !== uuid);
  writeStored(key, JSON.stringify([[uuid, percent], ...others].slice(0, pagesMax)));
}

/** Returns how far the window is scrolled through an element, in percent. */
function percentRead(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  const hidden = height - window.innerHeight;
  if (hidden <= 0) return 100;
  return Math.min(100, Math.max(0, Math.round((-top / hidden) * 100)));
}

/** Scrolls the window to where an element was left, unless that is its beginning or its end. */
function scrollToPercent(element: Element, percent: number): void {
  if (percent < 3 || percent > 97) return;
  const { top, height } = element.getBoundingClientRect();
  window.scrollTo({
    top: window.scrollY + top + ((height - window.innerHeight) * percent) / 100,
    behavior: 'instant',
  });
}

/** How far the text is read; continues where it was left on this device. */
export function usePercentRead(uuid: string, article: HTMLElement | null): number {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (article === null) return;
    scrollToPercent(article, readingProgress(uuid));
    let read: number | null = null;
    const update = () => {
      read = percentRead(article);
      setPercent(read);
    };
    // Writing is slow, so it is done once: when scrolling has ended, or else when the page is left.
    const store = () => {
      if (read !== null) storeProgress(uuid, read);
      read = null;
    };
    // Once at the beginning, and whenever pictures or another text size change the height.
    const observer = new ResizeObserver(() => setPercent(percentRead(article)));
    observer.observe(article);
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('scroll', update, { passive: true, signal });
    document.addEventListener('scrollend', store, { signal });
    document.addEventListener('visibilitychange', store, { signal });
    return () => {
      observer.disconnect();
      stop.abort();
      store();
    };
  }, [uuid, article]);
  return percent;
}
