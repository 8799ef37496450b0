'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ChoiceCard } from '@/components/common/choice-card';
import { useDecryptedDownload } from '@/components/features/import-export/exporting/decrypted/use-decrypted-download';
import {
  exportFormats,
  exportHref,
  exportOptions,
  type ExportChoice,
  type ExportFormat,
} from '@/components/features/import-export/exporting/export-href';
import { OptionBox } from '@/components/common/option-box';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

const everything: ExportChoice = { collections: true, tags: true, metadata: true, encrypted: true };

/** What is to be in the file, and a plain link to it: the browser takes it from there, however large it is. */
export function ExportPanel() {
  const t = useTranslations('ImportExport');
  const [format, setFormat] = useState<ExportFormat>('html');
  const [choice, setChoice] = useState(everything);
  const [isDecrypted, setDecrypted] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <FormatChoice format={format} onChange={setFormat} />
      {format === 'page' ? (
        <p className="text-pretty text-muted-foreground">{t('pageText')}</p>
      ) : (
        <fieldset>
          <legend className="mb-2 font-medium">{t('options')}</legend>
          <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
            {exportOptions.map((option) => {
              // Envelopes have a place in JSON only.
              const hasPlace = option !== 'encrypted' || format === 'json';
              return (
                <OptionBox
                  key={option}
                  label={t(`option.${option}`)}
                  text={hasPlace ? t(`option.${option}Text`) : t('encryptedOnlyJson')}
                  checked={choice[option] && hasPlace}
                  disabled={!hasPlace}
                  onChange={(isIn) => setChoice({ ...choice, [option]: isIn })}
                />
              );
            })}
            <OptionBox
              label={t('option.decrypted')}
              text={t('option.decryptedText')}
              checked={isDecrypted}
              onChange={setDecrypted}
            />
          </div>
        </fieldset>
      )}
      <Download format={format} choice={choice} isDecrypted={isDecrypted} />
    </div>
  );
}

function FormatChoice({
  format,
  onChange,
}: {
  format: ExportFormat;
  onChange: (format: ExportFormat) => void;
}) {
  const t = useTranslations('ImportExport');
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{t('format')}</legend>
      <div className="grid gap-2 md:grid-cols-2">
        {exportFormats.map((name) => (
          <ChoiceCard
            key={name}
            name={`${id}format`}
            value={name}
            checked={format === name}
            onChange={() => onChange(name)}
            title={name === 'page' ? t('formatNames.page') : name.toUpperCase()}
            text={t(`formats.${name}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface DownloadProps {
  format: ExportFormat;
  choice: ExportChoice;
  isDecrypted: boolean;
}

function Download({ format, choice, isDecrypted }: DownloadProps) {
  const t = useTranslations('ImportExport');
  const { isWriting, download } = useDecryptedDownload();
  const isPage = format === 'page';
  const words = isPage ? t('downloadPage') : t('download', { format: format.toUpperCase() });
  if (isDecrypted && !isPage) {
    return (
      <Button
        variant="primary"
        size="lg"
        className="self-start touch:h-11"
        pending={isWriting}
        onClick={() => void download(format, choice)}
      >
        <Icon name="i-lock-open" />
        {words}
      </Button>
    );
  }
  return (
    <a
      href={exportHref(format, isPage ? everything : choice)}
      download
      className={buttonVariants({ variant: 'primary', size: 'lg', className: 'self-start touch:h-11' })}
    >
      <Icon name="i-download" />
      {words}
    </a>
  );
}
