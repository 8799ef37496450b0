'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { Field } from '@/components/common/field';
import { fileSize } from '@/components/features/import-export/importing/file-size';
import type { ImportRun } from '@/components/features/import-export/importing/import-run';
import type { Preview } from '@/components/features/import-export/importing/import-step';
import { NewCollections } from '@/components/features/import-export/importing/new-collections';
import { OutcomeBar } from '@/components/features/import-export/importing/outcome-bar';
import { RefusalAlert } from '@/components/features/import-export/importing/refusal-alert';
import { RowReasons } from '@/components/features/import-export/importing/row-reasons';
import { StepCard } from '@/components/features/import-export/importing/step-card';
import { ColorDot } from '@/components/common/color-dot';
import { collectionName } from '@/components/entities/collection-chip';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Select } from '@/components/ui/select';
import { collectionQueries } from '@/lib/queries/collections';

/** What a file would bring, before anything is written. */
export function ImportPreview({ step, run }: { step: Preview; run: ImportRun }) {
  const t = useTranslations('ImportExport');
  const format = useFormatter();
  const { file, report, target, refusal } = step;
  const brings = report.created > 0;
  return (
    <StepCard
      stickyFooter
      title={t('previewTitle', { count: report.read })}
      caption={
        <>
          <Icon name="i-file-text" className="mt-0.5" />
          <span className="min-w-0 break-all">{file.name}</span>
          <span className="whitespace-nowrap">{fileSize(format, file.size)}</span>
        </>
      }
      footer={
        <>
          {brings ? (
            <Button variant="primary" size="lg" onClick={() => void run.start()}>
              {t('start', { count: report.created })}
            </Button>
          ) : null}
          <Button variant={brings ? 'ghost' : 'primary'} size="lg" onClick={() => void run.cancel()}>
            {t(brings ? 'cancel' : 'another')}
          </Button>
        </>
      }
    >
      <RefusalAlert refusal={refusal} fileName={file.name} />
      <OutcomeBar report={report} />
      {brings ? (
        <>
          <TargetChoice target={target} onChange={run.setTarget} />
          {target === null && report.newCollections.length > 0 ? (
            <section>
              <h3 className="font-medium">
                {t('collectionsTitle', { count: report.newCollections.length })}
              </h3>
              <p className="mb-2 text-second text-muted-foreground">{t('collectionsText')}</p>
              <NewCollections collections={report.newCollections} />
            </section>
          ) : null}
        </>
      ) : (
        <p className="text-muted-foreground">{t('nothingNew')}</p>
      )}
      {report.rows.length > 0 ? <RowReasons rows={report.rows} /> : null}
    </StepCard>
  );
}

const fromFolders = 'folders';

function TargetChoice({
  target,
  onChange,
}: {
  target: string | null;
  onChange: (uuid: string | null) => void;
}) {
  const t = useTranslations('ImportExport');
  const shell = useTranslations('Shell');
  const { data } = useQuery(collectionQueries.simplified());
  const options = (data?.content ?? [])
    .filter(({ smart }) => !smart)
    .map((collection) => ({
      value: collection.uuid,
      label: (
        <span className="inline-flex items-center gap-2">
          <ColorDot color={collection.isDefault ? null : collection.color} />
          {collectionName(collection, shell('uncategorized'))}
        </span>
      ),
    }));
  return (
    <Field label={t('target')} hint={t('targetHint')} className="max-w-90">
      {({ id, 'aria-describedby': describedBy }) => (
        <Select
          id={id}
          aria-describedby={describedBy}
          value={target ?? fromFolders}
          onValueChange={(value) => onChange(value === fromFolders ? null : value)}
          options={[{ value: fromFolders, label: t('targetFolders') }, ...options]}
        />
      )}
    </Field>
  );
}
