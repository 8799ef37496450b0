import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';

const browsers = ['chrome', 'edge', 'firefox', 'safari'] as const;

/** Where each browser keeps the command that makes the file. */
export function ExportPlaces() {
  const t = useTranslations('ImportExport');
  return (
    <details className="group mt-3">
      <summary className="inline-flex cursor-pointer list-none items-center gap-1 rounded-sm text-second font-medium text-muted-foreground hover:text-foreground touch:hit [&::-webkit-details-marker]:hidden">
        <Icon name="i-chevron-right" className="transition-transform group-open:rotate-90" />
        {t('whereTitle')}
      </summary>
      <ul className="mt-2 flex flex-col gap-1.5 pl-5 text-second text-muted-foreground">
        {browsers.map((browser) => (
          <li key={browser}>{t(`where.${browser}`)}</li>
        ))}
      </ul>
    </details>
  );
}
