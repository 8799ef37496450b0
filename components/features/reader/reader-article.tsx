'use client';

import { useTranslations } from 'next-intl';
import { type CSSProperties, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useRowDates } from '@/components/common/row-dates';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { Favicon } from '@/components/entities/favicon';
import { readerNodes, type ReaderHeading } from '@/components/entities/reader-nodes';
import { AnnotationList, MarginNotes } from '@/components/features/reader/annotation-list';
import { AnnotationToolbar } from '@/components/features/reader/annotation-toolbar';
import { readerSizes, useReaderLook } from '@/components/features/reader/reader-look';
import { TableOfContents } from '@/components/features/reader/table-of-contents';
import { createTextMap } from '@/components/features/reader/text-map';
import { useAnnotations } from '@/components/features/reader/use-annotations';
import { useMarking } from '@/components/features/reader/use-marking';
import type { ReaderText } from '@/components/features/reader/use-reader-text';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { displayHost } from '@/lib/domain/display-host';
import { isLiveUrl } from '@/lib/domain/live-url';

interface ReaderArticleProps {
  bookmark: Bookmark;
  text: ReaderText;
  /** Receives the element of the text. */
  onArticle: (article: HTMLElement | null) => void;
  /** Below the text: a link to the page. */
  end: ReactNode;
  /** Whether annotations are shown only, because they cannot be written without a network. */
  isReadOnly?: boolean;
}

/** A text has contents if it has at least this many parts. */
const partsMin = 3;

/** The text of a page with its contents and its annotations. */
export function ReaderArticle({ bookmark, text, onArticle, end, isReadOnly = false }: ReaderArticleProps) {
  const { font, width, size } = useReaderLook();
  const { html, pictures } = text;
  const { nodes, headings } = useMemo(() => {
    const found: ReaderHeading[] = [];
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return { nodes: readerNodes(body.childNodes, { above: 1, pictures, headings: found }), headings: found };
  }, [html, pictures]);
  const [article, setArticle] = useState<HTMLElement | null>(null);
  const showArticle = useCallback(
    (element: HTMLElement | null) => {
      setArticle(element);
      onArticle(element);
    },
    [onArticle],
  );
  // The elements are those of this html: another one has another key.
  const map = useMemo(() => article && createTextMap(article), [article]);
  const annotations = useAnnotations(bookmark.uuid, map);
  const marking = useMarking({ article, map, annotations, isReadOnly });
  return (
    <div className="reader-screen reader-page" data-width={width}>
      <div className="reader-columns">
        {headings.length >= partsMin ? <TableOfContents headings={headings} /> : null}
        <div className="reader-column">
          <ArticleHead bookmark={bookmark} text={text} />
          <article
            key={html}
            ref={showArticle}
            lang={text.language ?? ''}
            dir="auto"
            data-font={font}
            className="reader"
            style={{ '--reader-size': `${readerSizes[size] ?? 1}rem` } as CSSProperties}
          >
            {nodes}
          </article>
          <p role="status" className="sr-only">
            {marking.message}
          </p>
          {marking.active ? (
            <AnnotationToolbar
              key={marking.active.key}
              {...marking.active.props}
              {...{ article, isReadOnly }}
            />
          ) : null}
          <div className="mt-8 print:hidden">{end}</div>
          <AnnotationList annotations={annotations} isReadOnly={isReadOnly} onOpen={marking.open} />
        </div>
        <MarginNotes annotations={annotations} article={article} onOpen={marking.open} />
      </div>
    </div>
  );
}

/** The source and the title of a page, which are known before its text. */
export function ArticleHead({ bookmark, text }: { bookmark: Bookmark; text: ReaderText | null }) {
  const t = useTranslations('Reader');
  const dates = useRowDates();
  const url = isLiveUrl(bookmark.url) ? bookmark.url : null;
  return (
    <header className="mb-6">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-second text-muted-foreground">
        <Favicon host={bookmark.domain} url={url} className="reader-favicon" />
        <span className="wrap-anywhere">{displayHost(bookmark.domain ?? '')}</span>
        {text?.byline ? <span dir="auto">· {text.byline}</span> : null}
        <time dateTime={bookmark.createdAt} title={dates.full(bookmark.createdAt)}>
          · {dates.day(bookmark.createdAt)}
        </time>
        {text?.copiedAt ? (
          <span title={dates.full(text.copiedAt)}>· {t('copied', { date: dates.short(text.copiedAt) })}</span>
        ) : null}
        {text ? <span className="sm:hidden">· {t('time', { minutes: text.minutes })}</span> : null}
      </p>
      <h1
        dir="auto"
        className="mt-2 font-serif text-public font-semibold text-balance wrap-anywhere max-md:text-greeting"
      >
        {bookmarkTitle(bookmark)}
      </h1>
    </header>
  );
}
