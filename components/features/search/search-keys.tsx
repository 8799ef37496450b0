import { useTranslations } from 'next-intl';
import { Kbd } from '@/components/ui/kbd';

/** The keys of the modal, where there are keys. */
export function SearchKeys() {
  const t = useTranslations('Search');
  return (
    <footer className="flex h-9.5 items-center gap-4 border-t bg-muted px-4 text-caption text-muted-foreground max-md:hidden">
      <span className="flex items-center gap-1.5">
        <Kbd>{'↑'}</Kbd>
        <Kbd>{'↓'}</Kbd> {t('keys.move')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{'Enter'}</Kbd> {t('keys.open')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{'@'}</Kbd> {t('keys.collection')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{'#'}</Kbd> {t('keys.tag')}
      </span>
      <span className="ml-auto flex items-center gap-1.5">
        <Kbd>{'Esc'}</Kbd> {t('keys.close')}
      </span>
    </footer>
  );
}
