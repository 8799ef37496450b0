import { useTranslations } from 'next-intl';
import { AppLink } from '@/components/common/app-link';
import { ExportGuides } from '@/components/features/import-export/export-guides';
import { ExportPanel } from '@/components/features/import-export/export-panel';
import { ImportPanel } from '@/components/features/import-export/import-panel';
import { buttonVariants } from '@/components/ui/button';

/** Import and export of bookmarks. */
export function DataScreen() {
  const t = useTranslations('ImportExport');
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="import">
        <h2 id="import" className="font-serif text-panel font-semibold">
          {t('importTitle')}
        </h2>
        <p className="mt-1 mb-4 text-pretty text-muted-foreground">{t('importText')}</p>
        <ImportPanel guides={<ExportGuides />} />
      </section>
      <section aria-labelledby="export">
        <h2 id="export" className="font-serif text-panel font-semibold">
          {t('exportTitle')}
        </h2>
        <p className="mt-1 mb-4 text-pretty text-muted-foreground">{t('exportText')}</p>
        <ExportPanel />
      </section>
      <section aria-labelledby="clean-up">
        <h2 id="clean-up" className="font-serif text-panel font-semibold">
          {t('cleanUpTitle')}
        </h2>
        <p className="mt-1 mb-4 text-pretty text-muted-foreground">{t('cleanUpText')}</p>
        <p className="flex flex-wrap gap-2">
          <AppLink href="/duplicates" className={buttonVariants({})}>
            {t('findDuplicates')}
          </AppLink>
          <AppLink href="/?view=broken" className={buttonVariants({})}>
            {t('showBroken')}
          </AppLink>
        </p>
      </section>
    </div>
  );
}
