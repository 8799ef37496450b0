import { create } from 'zustand';
import { readStored, writeStored } from '@/components/common/device-storage';

export const fonts = ['serif', 'sans'] as const;
export const widths = ['narrow', 'medium', 'wide'] as const;
/** Font sizes in rem; the lines are in proportion. */
export const readerSizes = [1, 1.09375, 1.1875, 1.3125, 1.5] as const;

/** How the reader looks on this device. */
export interface ReaderLook {
  readonly font: (typeof fonts)[number];
  readonly width: (typeof widths)[number];
  /** Index of a size. */
  readonly size: number;
}

const usual: ReaderLook = { font: 'serif', width: 'medium', size: 2 };
const key = 'readerLook';

/** Reads a stored look; what is missing or unknown is as usual. */
export function parseLook(text: string | null | undefined): ReaderLook {
  const stored = parse(text ?? 'null');
  const size = stored?.size;
  return {
    font: fonts.find((font) => font === stored?.font) ?? usual.font,
    width: widths.find((width) => width === stored?.width) ?? usual.width,
    size: typeof size === 'number' && readerSizes[size] !== undefined ? size : usual.size,
  };
}

function parse(text: string): Partial<Record<keyof ReaderLook, unknown>> | null {
  try {
    return JSON.parse(text) as Partial<Record<keyof ReaderLook, unknown>> | null;
  } catch {
    return null;
  }
}

/** The look; as usual until `loadReaderLook`, as the server renders it. */
export const useReaderLook = create<ReaderLook>(() => usual);

export const loadReaderLook = (): void => useReaderLook.setState(parseLook(readStored(key)));

export function setReaderLook(change: Partial<ReaderLook>): void {
  useReaderLook.setState(change);
  writeStored(key, JSON.stringify(useReaderLook.getState()));
}
