import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { EmptyState } from '@/components/common/empty-state';
import { openEditor } from '@/components/features/bookmarks/editor-store';
import type { LibraryView } from '@/components/features/bookmarks/library-view';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

const icons = {
  all: 'i-bookmark',
  favorites: 'i-star',
  highlighted: 'i-highlighter',
  uncollected: 'i-library',
  encrypted: 'i-shield',
  broken: 'i-unlink',
  trash: 'i-trash-2',
} as const satisfies Record<LibraryView, `i-${string}`>;

/** What a view is for, and the one next step. */
export function LibraryEmpty({ view }: { view: LibraryView }) {
  const t = useTranslations('Bookmarks');
  const start = (
    <>
      <Button variant="primary" size="lg" onClick={() => openEditor()}>
        <Icon name="i-plus" />
        {t('addFirst')}
      </Button>
      <Link href="/settings/data" className={buttonVariants({ size: 'lg' })}>
        {t('importFile')}
      </Link>
    </>
  );
  return (
    <EmptyState
      icon={icons[view]}
      title={t(`empty.${view}.title`)}
      text={t(`empty.${view}.text`)}
      action={view === 'all' ? start : null}
    />
  );
}
