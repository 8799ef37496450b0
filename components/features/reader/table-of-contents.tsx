'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { ReaderHeading } from '@/components/entities/reader-nodes';

/** Headings above this line count as passed. */
const line = 120;

/** The heading whose part is being read. */
function useCurrentHeading(headings: readonly ReaderHeading[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const update = () => {
      const passed = headings.findLast(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line,
      );
      setCurrent(passed?.id ?? null);
    };
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [headings]);
  return current;
}

interface TableOfContentsProps {
  headings: readonly ReaderHeading[];
}

/** Beside the text on wide screens, else collapsed above it. */
export function TableOfContents({ headings }: TableOfContentsProps) {
  const t = useTranslations('Reader');
  const current = useCurrentHeading(headings);
  const top = Math.min(...headings.map(({ level }) => level));
  const list = (
    <ul className="mt-2 border-l">
      {headings
        .filter(({ level }) => level <= top + 1)
        .map(({ id, title, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              dir="auto"
              aria-current={id === current ? 'location' : undefined}
              className="contents-link"
              data-deep={level > top || undefined}
            >
              {title}
            </a>
          </li>
        ))}
    </ul>
  );
  return (
    <nav aria-label={t('contents')} className="reader-contents">
      <p aria-hidden="true" className="text-small font-semibold max-xl:hidden">
        {t('contents')}
      </p>
      <div className="max-xl:hidden">{list}</div>
      <details className="xl:hidden">
        <summary className="cursor-pointer text-small font-semibold touch:py-2.5">{t('contents')}</summary>
        {list}
      </details>
    </nav>
  );
}
