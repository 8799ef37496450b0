'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ChoiceCard } from '@/components/common/choice-card';
import {
  exportFormats,
  exportHref,
  exportOptions,
  type ExportChoice,
  type ExportFormat,
} from '@/components/features/import-export/exporting/export-href';
import { buttonVariants } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Icon } from '@/components/ui/icon';

const everything: ExportChoice = { collections: true, tags: true, metadata: true, encrypted: true };

/** What is to be in the file, and a plain link to it: the browser takes it from there, however large it is. */
export function ExportPanel() {
  const t = useTranslations('ImportExport');
  const id = useId();
  const [format, setFormat] = useState<ExportFormat>('html');
  const [choice, setChoice] = useState(everything);
  return (
    <div className="flex flex-col gap-6">
      <fieldset>
        <legend className="mb-2 font-medium">{t('format')}</legend>
        <div className="grid gap-2 md:grid-cols-3">
          {exportFormats.map((name) => (
            <ChoiceCard
              key={name}
              name={`${id}format`}
              value={name}
              checked={format === name}
              onChange={() => setFormat(name)}
              title={name.toUpperCase()}
              text={t(`formats.${name}`)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-medium">{t('options')}</legend>
        <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
          {exportOptions.map((option) => (
            <div key={option} className="flex items-start gap-3">
              <Checkbox
                id={`${id}${option}`}
                className="mt-px"
                aria-describedby={`${id}${option}-text`}
                checked={choice[option]}
                onChange={(event) => setChoice({ ...choice, [option]: event.target.checked })}
              />
              <div className="min-w-0">
                <label htmlFor={`${id}${option}`} className="font-medium">
                  {t(`option.${option}`)}
                </label>
                <p id={`${id}${option}-text`} className="text-second text-muted-foreground">
                  {t(`option.${option}Text`)}
                </p>
              </div>
            </div>
          ))}
        </div>
      </fieldset>
      <a
        href={exportHref(format, choice)}
        download
        className={buttonVariants({ variant: 'primary', size: 'lg', className: 'self-start touch:h-11' })}
      >
        <Icon name="i-download" />
        {t('download', { format: format.toUpperCase() })}
      </a>
    </div>
  );
}
