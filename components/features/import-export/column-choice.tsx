'use client';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Select, type SelectOption } from '@/components/ui/select';
import { importFields } from '@/lib/contract/import-kinds';
import type { ImportField, ImportTable } from '@/lib/contract/imports';

const ignored = 'ignored';

type Fields = readonly (ImportField | null)[];

interface ColumnChoiceProps {
  table: ImportTable;
  /** The chosen fields of the columns; null for those that the service recognized. */
  chosen: Fields | null;
  onChange: (fields: Fields) => void;
}

/** Maps the columns of a table that no product has written to fields; the first rows show what is in them. */
export function ColumnChoice({ table: { columns, rows }, chosen, onChange }: ColumnChoiceProps) {
  const t = useTranslations('ImportExport.columns');
  const id = useId();
  const options: SelectOption<ImportField | typeof ignored>[] = [
    { value: ignored, label: t('ignored') },
    ...importFields.map((field) => ({ value: field, label: t(`field.${field}`) })),
  ];
  const fields = chosen ?? columns.map(({ field }) => field);
  const choose = (column: number, value: ImportField | typeof ignored) =>
    onChange(
      fields.map((field, at) => {
        if (at === column) return value === ignored ? null : value;
        // A field has one column.
        return field === value ? null : field;
      }),
    );
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {t('title')}
      </h3>
      <p className="mb-3 text-second text-pretty text-muted-foreground">{t('text')}</p>
      <div
        className="relative overflow-x-auto rounded-lg border"
        role="group"
        aria-labelledby={id}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling content must be reachable by keyboard
        tabIndex={0}
      >
        <table className="w-full text-second">
          <thead>
            <tr>
              {columns.map(({ name }, at) => (
                <th
                  key={at}
                  scope="col"
                  className="min-w-40 border-b px-3 py-2.5 text-left align-top font-medium"
                >
                  <span dir="auto" className="mb-1.5 block truncate">
                    {name === '' ? t('unnamed') : name}
                  </span>
                  <Select
                    aria-label={t('label', { name: name === '' ? t('unnamed') : name })}
                    value={fields[at] ?? ignored}
                    onValueChange={(value) => choose(at, value)}
                    options={options}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at} className="not-first:border-t">
                {columns.map((_, column) => (
                  <td key={column} dir="auto" className="max-w-60 truncate px-3 py-2 text-muted-foreground">
                    {row[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {fields.includes('url') ? null : (
        <p role="alert" className="mt-2 text-second text-warning">
          {t('needsUrl')}
        </p>
      )}
    </section>
  );
}
