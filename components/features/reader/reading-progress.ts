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
export const readingProgress = (uuid: string): number => readAll().find(([one]) => one === uuid)?.[1] ?? 0;

/** Remembers it for the pages that were read last. */
export function storeProgress(uuid: string, percent: number): void {
  const others = readAll().filter(([one]) => one !== uuid);
  writeStored(key, JSON.stringify([[uuid, percent], ...others].slice(0, pagesMax)));
}

/** Returns how far the window is scrolled through an element, in percent. */
export function percentRead(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  const hidden = height - window.innerHeight;
  if (hidden <= 0) return 100;
  return Math.min(100, Math.max(0, Math.round((-top / hidden) * 100)));
}

/** Scrolls the window to where an element was left, unless that is its beginning or its end. */
export function scrollToPercent(element: Element, percent: number): void {
  if (percent < 3 || percent > 97) return;
  const { top, height } = element.getBoundingClientRect();
  window.scrollTo({
    top: window.scrollY + top + ((height - window.innerHeight) * percent) / 100,
    behavior: 'instant',
  });
}
