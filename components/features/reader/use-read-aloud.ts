'use client';

import { useEffect, useRef, useState } from 'react';

/** Elements that are read as one; lists and tables by their items. */
const spoken = 'h2, h3, h4, h5, h6, p, li, dt, dd, figcaption, caption, pre, td, th';

/** Browsers stop a long utterance: a block is read sentence by sentence. */
const sentence = /[^.!?…。！？]+[.!?…。！？]*\s*/g;

interface ReadAloud {
  /** Whether the browser has voices. */
  readonly isAvailable: boolean;
  readonly isReading: boolean;
  /** Starts at the first block in view, or stops. */
  readonly toggle: () => void;
}

const highlightName = 'spoken';

/** Reads an article with the voices of the browser, in its language, and marks the block that is read. */
export function useReadAloud(article: Element | null, language: string): ReadAloud {
  const [isReading, setReading] = useState(false);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), [article]);
  const isAvailable = article !== null && 'speechSynthesis' in window;
  return {
    isAvailable,
    isReading,
    toggle: () => {
      stop.current();
      if (isReading || article === null) return;
      const controller = new AbortController();
      stop.current = () => controller.abort();
      controller.signal.addEventListener('abort', () => {
        window.speechSynthesis.cancel();
        CSS.highlights.delete(highlightName);
        setReading(false);
      });
      setReading(true);
      void readBlocks(article, language, controller.signal).finally(() => controller.abort());
    },
  };
}

async function readBlocks(article: Element, language: string, signal: AbortSignal): Promise<void> {
  const blocks = [...article.querySelectorAll<HTMLElement>(spoken)].filter(
    (block) => block.querySelector(spoken) === null && block.textContent.trim() !== '',
  );
  const first = blocks.findIndex((block) => block.getBoundingClientRect().bottom > barHeight);
  for (const block of blocks.slice(Math.max(0, first))) {
    mark(block);
    const lang = block.closest('[lang]')?.getAttribute('lang') ?? language;
    for (const [text] of block.textContent.matchAll(sentence)) {
      if (signal.aborted) return;
      await speak(text, lang);
    }
  }
}

const barHeight = 56;

function mark(block: HTMLElement): void {
  const range = document.createRange();
  range.selectNodeContents(block);
  CSS.highlights.set(highlightName, new Highlight(range));
  const { top, bottom } = block.getBoundingClientRect();
  if (top < barHeight || bottom > window.innerHeight) block.scrollIntoView({ block: 'center' });
}

/** Resolves when a sentence was read, and when reading was stopped. */
const speak = (text: string, lang: string): Promise<void> =>
  new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = lang;
    utterance.onend = () => resolve();
    utterance.onerror = () => resolve();
    window.speechSynthesis.speak(utterance);
  });
