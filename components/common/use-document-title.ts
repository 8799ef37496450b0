'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';

/**
 * Updates the document title on changes without a navigation: a search that is typed, a collection that is
 * renamed. The page's metadata has the same title, for the HTML and after a navigation. Null leaves it
 * unchanged.
 */
export function useDocumentTitle(title: string | null): void {
  const product = useTranslations('Common')('product');
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${product}`;
  }, [title, product]);
}
