import { create } from 'zustand';

/** A bookmark file that was dropped on the window and that the import has not taken yet. */
export const useDroppedFile = create<{ readonly file: File | null }>(() => ({ file: null }));

/** Passes a bookmark file to the import, or null once it is taken. */
export const handOverFile = (file: File | null): void => useDroppedFile.setState({ file });
