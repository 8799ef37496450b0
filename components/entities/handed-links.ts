import { create } from 'zustand';

/** A text whose links are to be added, and that the panel of dropped links has not taken yet. */
export const useHandedLinks = create<{ readonly text: string | null }>(() => ({ text: null }));

/** Passes a text with links to the panel of dropped links, or null once it is taken. */
export const handOverLinks = (text: string | null): void => useHandedLinks.setState({ text });
