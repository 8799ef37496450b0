'use client';
import '@/components/features/reader/reader.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { readConsent } from '@/components/common/consent';
import { useDocumentTitle } from '@/components/common/use-document-title';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { ArticleHead, ReaderArticle } from '@/components/features/reader/reader-article';
import { ReaderBar, type Reading } from '@/components/features/reader/reader-bar';
import { loadReaderLook } from '@/components/features/reader/reader-look';
import { usePercentRead } from '@/components/features/reader/reading-progress';
import { useReadAloud } from '@/components/features/reader/use-read-aloud';
import {
  useReaderText,
  type MissingText,
  type ReaderText,
} from '@/components/features/reader/use-reader-text';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { accountQueries } from '@/lib/api/account';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { detailsQueries } from '@/lib/api/bookmark-content';
import { highlightQueries } from '@/lib/api/highlights';
import { statusOf } from '@/lib/api/query-client';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';

/** One bookmark's page for reading, without the shell around it. */
export function ReaderScreen({ uuid }: { uuid: string }) {
  const { data: bookmark, error, refetch } = useQuery(detailsQueries.of(uuid));
  useDocumentTitle(bookmark === undefined || bookmark.encrypted ? null : bookmarkTitle(bookmark));
  const t = useTranslations('Reader');
  useEffect(loadReaderLook, []);
  if (bookmark !== undefined && !bookmark.encrypted) return <ReadablePage bookmark={bookmark} />;
  return (
    <div data-reading="">
      <ReaderBar uuid={uuid} bookmark={undefined} reading={null} />
      <h1 className="sr-only">{t('title')}</h1>
      {bookmark?.encrypted ? (
        <Notice kind="encrypted" />
      ) : error === null ? (
        <div className="reader-screen">
          <div className="reader-columns">
            <div className="reader-column">
              <TextSkeleton />
            </div>
          </div>
        </div>
      ) : statusOf(error) === 404 ? (
        <Notice kind="missing" />
      ) : (
        <NoText missing="failed" url={null} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function ReadablePage({ bookmark }: { bookmark: Bookmark }) {
  const t = useTranslations('Reader');
  const { text, missing, retry } = useReaderText(bookmark);
  useKeepOffline(bookmark.uuid, text);
  const [article, setArticle] = useState<HTMLElement | null>(null);
  const percent = usePercentRead(bookmark.uuid, article);
  const voice = useReadAloud(article, text?.language ?? navigatorLanguage());
  const { mutate: visit } = useMutation(bookmarkMutations.visit());
  const url = isLiveUrl(bookmark.url) ? bookmark.url : null;
  const reading: Reading | null = text && { minutes: text.minutes, percent, voice };
  const link =
    url === null ? null : (
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonVariants({})}
        onClick={() => visit({ params: { uuid: bookmark.uuid }, bookmark })}
      >
        <Icon name="i-external-link" />
        {t('openPage')}
      </a>
    );
  return (
    <div data-reading="">
      <ReaderBar uuid={bookmark.uuid} bookmark={bookmark} reading={reading} />
      {text ? (
        <ReaderArticle bookmark={bookmark} text={text} onArticle={setArticle} end={link} />
      ) : (
        <div className="reader-screen">
          <div className="reader-columns">
            <div className="reader-column">
              <ArticleHead bookmark={bookmark} text={null} />
              {missing === 'loading' ? (
                <TextSkeleton />
              ) : (
                <NoText missing={missing} url={link} onRetry={retry} />
              )}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

/** Keeps a text that is read, and its annotations, on this device, if it has a copy of the library. */
function useKeepOffline(bookmark: string, text: ReaderText | null): void {
  const client = useQueryClient();
  const { data } = useQuery(highlightQueries.of(bookmark));
  const keep = useEffectEvent(async () => {
    const account = client.getQueryData(accountQueries.current().queryKey)?.uuid;
    if (text === null || data === undefined || account === undefined) return;
    if (readConsent()?.localStorage !== true) return;
    const { html, byline, language, minutes, copiedAt } = text;
    const { loadOfflineText, readPictures, saveOfflineText } = await import('@/lib/offline/offline-texts');
    const opened = { text: { html, byline, language, minutes, copiedAt }, annotations: data.content };
    await saveOfflineText(account, bookmark, opened);
    const kept = await loadOfflineText(bookmark);
    if (kept === null || kept.pictures.size > 0 || text.pictures === undefined) return;
    const pictures = await readPictures(html, text.pictures);
    if (pictures.size > 0) await saveOfflineText(account, bookmark, { ...opened, pictures });
  });
  const html = text?.html;
  useEffect(() => {
    if (html === undefined || data === undefined) return;
    void keep();
    // The library may have been copied only after the text was opened.
    const onHidden = () => {
      if (document.hidden) void keep();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, [html, data]);
}

const navigatorLanguage = (): string => (typeof navigator === 'undefined' ? 'en' : navigator.language);

interface NoTextProps {
  missing: Exclude<MissingText, 'loading'>;
  url: ReactNode;
  onRetry: () => void;
}

/** Why there is no text, with a link to the page. */
function NoText({ missing, url, onRetry }: NoTextProps) {
  const t = useTranslations('Preview');
  const isInert = missing === 'inert';
  return (
    <EmptyState
      icon="i-file-x"
      title={t(isInert ? 'state.unsupported.title' : `state.${missing}.title`)}
      text={isInert ? t('inert') : t(`state.${missing}.text`)}
      action={
        <>
          {missing === 'failed' ? <Button onClick={onRetry}>{t('retry')}</Button> : null}
          {url}
        </>
      }
    />
  );
}

function Notice({ kind }: { kind: 'encrypted' | 'missing' }) {
  const t = useTranslations('Reader');
  return (
    <EmptyState
      icon={kind === 'encrypted' ? 'i-lock' : 'i-file-x'}
      title={t(kind)}
      text={t(`${kind}Text`)}
      action={
        <AppLink href={'/'} className={buttonVariants({})}>
          {t('backToLibrary')}
        </AppLink>
      }
    />
  );
}

const lines = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-full', 'w-2/3'];

function TextSkeleton() {
  const t = useTranslations('Preview');
  return (
    <div role="status" aria-label={t('loading')}>
      {lines.map((width, index) => (
        <Skeleton key={index} className={`my-3.5 h-4 ${width}`} />
      ))}
    </div>
  );
}
