'use client';
import { useTranslations } from 'next-intl';
import type { FileChoices } from '@/components/features/import-export/import-step';
import { PillChoice } from '@/components/ui/pills';
import type { Import } from '@/lib/contract/imports';

const folders = ['tree', 'flat', 'tags'] as const;
const archived = ['read', 'tag', 'ignore'] as const;

interface FileChoicesSectionProps {
  report: Pick<Import, 'kept'>;
  choices: FileChoices;
  onChange: (choices: FileChoices) => void;
}

/** What the user decides where the file can mean two things; nothing if it cannot. */
export function FileChoicesSection({ report, choices, onChange }: FileChoicesSectionProps) {
  const t = useTranslations('ImportExport.choices');
  const has = (kind: Import['kept'][number]['kind']) => report.kept.some((kept) => kept.kind === kind);
  const [hasFolders, hasArchive] = [has('folders'), has('archived')];
  if (!hasFolders && !hasArchive) return null;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-4">
      <h3 className="-mb-2 font-medium">{t('title')}</h3>
      {hasFolders ? (
        <Choice
          label={t('folders')}
          value={choices.folders}
          options={folders.map((value) => ({ value, label: t(`foldersAs.${value}`) }))}
          onValueChange={(value) => onChange({ ...choices, folders: value })}
        />
      ) : null}
      {hasArchive ? (
        <Choice
          label={t('archived')}
          value={choices.archived}
          options={archived.map((value) => ({ value, label: t(`archivedAs.${value}`) }))}
          onValueChange={(value) => onChange({ ...choices, archived: value })}
        />
      ) : null}
    </section>
  );
}

function Choice<Value extends string>(props: Parameters<typeof PillChoice<Value>>[0]) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-second text-muted-foreground">
        {props.label}
      </p>
      <PillChoice {...props} />
    </div>
  );
}
