import { useState } from 'react';

const key = 'previewWidth';
export const previewWidths = { min: 320, usual: 400, max: 640 } as const;

/** Within what the list leaves, and with a usual width for whatever is no number. */
export function readWidth(text: string | null): number {
  const width = Math.round(Number(text ?? Number.NaN));
  if (Number.isNaN(width)) return previewWidths.usual;
  return Math.min(previewWidths.max, Math.max(previewWidths.min, width));
}

/** How wide the panel is; this device remembers it. */
export function usePreviewWidth(): { width: number; setWidth: (width: number) => void } {
  // The panel is never part of the server's HTML.
  const [width, setState] = useState(() => readWidth(remembered()));
  const setWidth = (wanted: number) => {
    const next = readWidth(String(wanted));
    setState(next);
    try {
      window.localStorage.setItem(key, String(next));
    } catch {
      // A browser that keeps nothing begins with the usual width.
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
