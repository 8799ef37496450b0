'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Spinner } from '@/components/ui/spinner';

/** Distance below the viewport within which the next page is prefetched. */
const ahead = '800px';

interface MoreSentinelProps {
  isFetching: boolean;
  isLoading: boolean;
  /** Shown while the next page is loading. */
  label: string;
  onMore: () => void;
}

/** The end of a list that continues: the next page is loaded when it is scrolled near. */
export function MoreSentinel({ isFetching, isLoading, label, onMore }: MoreSentinelProps) {
  const sentinel = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: ahead,
    });
    if (sentinel.current) observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, []);
  // A refetch cancels the loading of further pages, which then starts again.
  useEffect(() => {
    if (isNear && !isFetching) more();
  }, [isNear, isFetching]);
  return (
    <div
      ref={sentinel}
      role="status"
      className="flex min-h-14 items-center justify-center gap-2.5 py-4 text-muted-foreground"
    >
      {isLoading ? (
        <>
          <Spinner />
          {label}
        </>
      ) : null}
    </div>
  );
}
