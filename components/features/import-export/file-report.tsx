'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { ColumnChoice } from '@/components/features/import-export/column-choice';
import type { FileChoices } from '@/components/features/import-export/import-step';
import { Badge } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icon';
import { PillChoice } from '@/components/ui/pill-choice';
import type { Import } from '@/lib/contract/imports';
import type { FoundReport } from '@/lib/formats/found-in-file';

/** Formats that many products write. */
const generalFormats = new Set(['netscape', 'plain-list', 'opml', 'xbel', 'table']);

/** Returns the title of the preview of a file, with the product that wrote it. */
export function useFileTitle({ format, read }: Pick<Import, 'format' | 'read'>): string {
  const t = useTranslations('ImportExport');
  return format === null || generalFormats.has(format.id)
    ? t('previewTitle', { count: read })
    : t('previewFrom', { product: format.name, count: read });
}

interface FileReportProps {
  report: FoundReport;
  choices: FileChoices;
  isUpdating: boolean;
  /** Whether folders can only become tags, or are left out. */
  withoutCollections?: boolean;
  onChange: (choices: FileChoices) => void;
}

/** What a file has, and what the user decides about it. */
export function FileReport({
  report,
  choices,
  isUpdating,
  withoutCollections = false,
  onChange,
}: FileReportProps) {
  const t = useTranslations('ImportExport.choices');
  return (
    <>
      {report.table === null ? null : (
        <ColumnChoice
          table={report.table}
          chosen={choices.columns}
          onChange={(columns) => onChange({ ...choices, columns })}
        />
      )}
      <FileContents report={report} isEncrypting={withoutCollections} />
      <Choices {...{ report, choices, withoutCollections, onChange }} />
      <p role="status" className="sr-only">
        {isUpdating ? t('updating') : ''}
      </p>
    </>
  );
}

/** What the entries of a file have and where it goes, and what has no place here. */
function FileContents({ report, isEncrypting }: { report: FoundReport; isEncrypting: boolean }) {
  const t = useTranslations('ImportExport.contents');
  const { kept, dropped, folderLevels } = report;
  return (
    <>
      {kept.length > 0 ? (
        <section aria-label={t('title')} className="max-w-120">
          <h3 className="font-medium">{t('title')}</h3>
          <ul className="mt-1">
            {kept.map(({ kind, count }) => (
              <li key={kind} className="flex items-start gap-2.5 py-2 not-first:border-t">
                <Icon name="i-check" className="mt-0.5 text-success" />
                <span className="flex-1">{t(`kept.${kind}`, { count, levels: folderLevels })}</span>
                <span className="text-right text-muted-foreground">
                  {t(isEncrypting && kind === 'highlights' ? 'as.highlightsInNotes' : `as.${kind}`)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {dropped.length > 0 ? (
        <section aria-label={t('droppedTitle')} className="max-w-120">
          <h3 className="font-medium">{t('droppedTitle')}</h3>
          <ul className="mt-1">
            {dropped.map(({ kind, count }) => (
              <li key={kind} className="flex items-start gap-2.5 py-1.5 text-muted-foreground">
                <Icon name="i-minus" className="mt-0.5 text-warning" />
                {t(`dropped.${kind}`, { count })}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

const folders = [
  { value: 'tree', label: 'tree' },
  { value: 'flat', label: 'flat' },
  { value: 'tags', label: 'tags' },
] as const;
const foldersWithoutCollections = [
  { value: 'tree', label: 'none' },
  { value: 'tags', label: 'tags' },
] as const;
const spaces = ['merge', 'keep'] as const;
const archived = ['read', 'tag', 'ignore'] as const;

type ChoicesProps = Pick<FileReportProps, 'report' | 'choices' | 'withoutCollections' | 'onChange'>;

/** What the user decides where the file can mean two things; nothing if it cannot. */
function Choices({ report, choices, withoutCollections, onChange }: ChoicesProps) {
  const t = useTranslations('ImportExport.choices');
  const has = (kind: Import['kept'][number]['kind']) => report.kept.some((kept) => kept.kind === kind);
  const format = useFormatter();
  const [hasFolders, hasArchive] = [has('folders'), has('archived')];
  const hasSpaces = report.fileSpaces.length > 0 && !withoutCollections;
  if (!hasFolders && !hasArchive && !hasSpaces) return null;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-4">
      <h3 className="-mb-2 font-medium">{t('title')}</h3>
      {hasSpaces ? (
        <Choice
          label={t('spaces', { count: report.fileSpaces.length, names: format.list(report.fileSpaces) })}
          value={choices.spaces}
          options={spaces.map((value) => ({ value, label: t(`spacesAs.${value}`) }))}
          onValueChange={(value) => onChange({ ...choices, spaces: value })}
        />
      ) : null}
      {hasFolders ? (
        <Choice
          label={t('folders')}
          value={choices.folders}
          options={(withoutCollections ? foldersWithoutCollections : folders).map(({ value, label }) => ({
            value,
            label: t(`foldersAs.${label}`),
          }))}
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
      <p aria-hidden="true" className="mb-1.5 text-second wrap-anywhere text-muted-foreground">
        {props.label}
      </p>
      <PillChoice {...props} />
    </div>
  );
}

/** What goes into each space of a file, if the import keeps them apart. */
export function SpaceCounts({ spaces: counts }: Pick<Import, 'spaces'>) {
  const t = useTranslations('ImportExport');
  if (counts.length === 0) return null;
  const title = t('spacesTitle', { count: counts.length });
  return (
    <section aria-label={title} className="max-w-120">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1">
        {counts.map(({ name, isNew, created, duplicates, repeated }) => (
          <li key={name} className="flex items-center gap-2.5 py-2 not-first:border-t">
            <Icon name="i-layers" className="text-muted-foreground" />
            <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
              {name}
            </span>
            {isNew ? <Badge tone="outline">{t('spaceNew')}</Badge> : null}
            <span className="text-right text-muted-foreground tabular-nums">
              {t('spaceCounts', { created, duplicates: duplicates - repeated })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
