'use client';
import '@/components/features/reader/reader.css';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useDocumentTitle } from '@/components/common/use-document-title';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { ReaderArticle } from '@/components/features/reader/reader-article';
import { ReadingBar } from '@/components/features/reader/reader-bar';
import { loadReaderLook } from '@/components/features/reader/reader-look';
import { usePercentRead } from '@/components/features/reader/reading-progress';
import { useReadAloud } from '@/components/features/reader/use-read-aloud';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { OfflineText } from '@/lib/offline/offline-store';
import { withPictures } from '@/lib/offline/offline-texts';

/** Every page is a navigation without a network: the service worker answers it. */
const library = '/';

interface OfflineReaderProps extends Pick<OfflineText, 'text' | 'pictures'> {
  bookmark: Bookmark;
}

/** A text that is kept on this device. Its annotations, which the query client has, can be read and not changed. */
export function OfflineReader({ bookmark, text, pictures }: OfflineReaderProps) {
  const t = useTranslations('Reader');
  // The addresses last as long as the page.
  const [html] = useState(() => withPictures(text.html, pictures));
  const [article, setArticle] = useState<HTMLElement | null>(null);
  const percent = usePercentRead(bookmark.uuid, article);
  const voice = useReadAloud(article, text.language ?? navigator.language);
  useDocumentTitle(bookmarkTitle(bookmark));
  useEffect(loadReaderLook, []);
  return (
    <>
      <ReadingBar
        start={
          <a href={library} className={buttonVariants({ variant: 'ghost', className: '-ml-1 min-w-0 px-2' })}>
            <Icon name="i-chevron-left" />
            {t('backToLibrary')}
          </a>
        }
        reading={{ minutes: text.minutes, percent, voice }}
        end={null}
      />
      <ReaderArticle
        bookmark={bookmark}
        text={{ ...text, html, pictures: 'blob:' }}
        onArticle={setArticle}
        end={null}
        isReadOnly
      />
    </>
  );
}
