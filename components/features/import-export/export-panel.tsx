'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ChoiceCard } from '@/components/common/choice-card';
import { notify } from '@/components/common/notify';
import { loadCode } from '@/components/common/on-demand';
import { OptionBox } from '@/components/common/option-box';
import { openVaultDialog } from '@/components/entities/vault-store';
import {
  exportFormats,
  exportHref,
  exportOptions,
  type ExportChoice,
  type FileFormat,
} from '@/components/features/import-export/export-decrypted';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useHydrated } from '@/components/ui/use-hydrated';
import { shownSpace } from '@/lib/api/call';
import { ApiProblem } from '@/lib/api/problem';
import { transportOf } from '@/lib/api/query-client';
import { spaceQueries } from '@/lib/api/spaces';
import type { ExportFormat } from '@/lib/formats/export-file';

interface DecryptedDownload {
  readonly isWriting: boolean;
  readonly download: (format: ExportFormat, choice: ExportChoice) => Promise<void>;
}

/** Returns a function that writes the file on this device, after asking for the key if none is unlocked. */
function useDecryptedDownload(): DecryptedDownload {
  const t = useTranslations('ImportExport.decryptedNote');
  const client = useQueryClient();
  const [isWriting, setWriting] = useState(false);

  const write = async (format: ExportFormat, choice: ExportChoice): Promise<void> => {
    const [vault, { exportDecrypted }] = await loadCode(
      Promise.all([
        import('@/lib/vault/vault'),
        import('@/components/features/import-export/export-decrypted'),
      ]),
    );
    if (vault.vaultState().keys.length === 0) {
      notify({ message: t('unlock') });
      openVaultDialog({ kind: 'unlock' });
      return;
    }
    const parts = { call: transportOf(client), vault: { readDecrypted: vault.readDecrypted } };
    const { file, name, decrypted, locked } = await exportDecrypted(parts, format, choice);
    save(file, name);
    const rest = locked > 0 ? `. ${t('locked', { locked })}` : '';
    notify({ message: `${t('done', { decrypted })}${rest}` });
  };

  const download: DecryptedDownload['download'] = async (format, choice) => {
    setWriting(true);
    try {
      await write(format, choice);
    } catch (failure) {
      notify({
        message: t(failure instanceof ApiProblem ? 'failed' : 'offline'),
        tone: 'bad',
        retry: () => download(format, choice),
      });
    } finally {
      setWriting(false);
    }
  };
  return { isWriting, download };
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser has started the download when the click handler is done.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const everything: ExportChoice = { collections: true, tags: true, metadata: true, encrypted: true };

/** Options of the exported file, and a plain link to it: the browser downloads it, however large it is. */
export function ExportPanel() {
  const t = useTranslations('ImportExport');
  const [format, setFormat] = useState<FileFormat>('html');
  const [choice, setChoice] = useState(everything);
  const [isDecrypted, setDecrypted] = useState(false);
  const [hasAll, setAll] = useState(false);
  const { data: spaceCount = 1 } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) => content.length,
  });
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
              // Only JSON can contain envelopes.
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
              text={t(hasAll ? 'decryptedOneSpace' : 'option.decryptedText')}
              checked={isDecrypted && !hasAll}
              disabled={hasAll}
              onChange={setDecrypted}
            />
            {spaceCount > 1 ? (
              <OptionBox
                label={t('option.allSpaces')}
                text={t(`allSpaces.${format}`)}
                checked={hasAll}
                onChange={setAll}
              />
            ) : null}
          </div>
        </fieldset>
      )}
      <Download {...{ format, choice, hasAll }} isDecrypted={isDecrypted && !hasAll} />
    </div>
  );
}

function FormatChoice({ format, onChange }: { format: FileFormat; onChange: (format: FileFormat) => void }) {
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
            title={t(`formatNames.${name}`)}
            text={t(`formats.${name}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface DownloadProps {
  format: FileFormat;
  choice: ExportChoice;
  isDecrypted: boolean;
  /** Whether the file contains every space. */
  hasAll: boolean;
}

function Download({ format, choice, isDecrypted, hasAll }: DownloadProps) {
  const t = useTranslations('ImportExport');
  const { isWriting, download } = useDecryptedDownload();
  // Not known on the server.
  const space = useHydrated() ? shownSpace() : undefined;
  const isPage = format === 'page';
  const linkLabel = isPage ? t('downloadPage') : t('download', { format: t(`formatNames.${format}`) });
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
        {linkLabel}
      </Button>
    );
  }
  return (
    <a
      href={exportHref(format, isPage ? everything : choice, hasAll && !isPage ? 'all' : space)}
      download
      className={buttonVariants({ variant: 'primary', size: 'lg', className: 'self-start touch:h-11' })}
    >
      <Icon name="i-download" />
      {linkLabel}
    </a>
  );
}
