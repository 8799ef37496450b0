'use client';

import { useEffect, useState } from 'react';

/**
 * Returns the remaining whole seconds and a restart function. It compares clock times: a suspended tab catches
 * up when it resumes.
 */
export function useCountdown(initialSeconds: number): readonly [number, (seconds: number) => void] {
  const [run, setRun] = useState({ seconds: initialSeconds });
  const [left, setLeft] = useState(initialSeconds);
  useEffect(() => {
    if (run.seconds <= 0) return;
    const endsAt = Date.now() + run.seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [run]);
  const start = (seconds: number) => {
    setLeft(seconds);
    setRun({ seconds });
  };
  return [left, start];
}
