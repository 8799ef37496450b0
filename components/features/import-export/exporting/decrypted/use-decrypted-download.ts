'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { notify } from '@/components/common/notify';
import { openVaultDialog } from '@/components/entities/vault-store';
import type { ExportChoice } from '@/components/features/import-export/exporting/export-href';
import { ApiProblem } from '@/lib/api-client/api-problem';
import type { ExportFormat } from '@/lib/domain/write-export';
import { transportOf } from '@/lib/queries/transport';

interface DecryptedDownload {
  readonly isWriting: boolean;
  readonly download: (format: ExportFormat, choice: ExportChoice) => Promise<void>;
}

/** Writes the file here, and asks for the key before where nothing is unlocked. */
export function useDecryptedDownload(): DecryptedDownload {
  const t = useTranslations('ImportExport.decryptedNote');
  const client = useQueryClient();
  const [isWriting, setWriting] = useState(false);

  const write = async (format: ExportFormat, choice: ExportChoice): Promise<void> => {
    const [vault, { exportDecrypted }] = await Promise.all([
      import('@/lib/vault/vault'),
      import('@/components/features/import-export/exporting/decrypted/export-decrypted'),
    ]);
    if (vault.vaultState().keys.length === 0) {
      notify({ message: t('unlock') });
      openVaultDialog({ kind: 'unlock' });
      return;
    }
    const parts = { call: transportOf(client), vault: { readOpened: vault.readOpened } };
    const { file, name, opened, locked } = await exportDecrypted(parts, format, choice);
    save(file, name);
    const rest = locked > 0 ? `. ${t('locked', { locked })}` : '';
    notify({ message: `${t('done', { opened })}${rest}` });
  };

  const download: DecryptedDownload['download'] = async (format, choice) => {
    setWriting(true);
    try {
      await write(format, choice);
    } catch (failure) {
      notify({ message: t(failure instanceof ApiProblem ? 'failed' : 'offline'), tone: 'bad' });
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
  // The browser has taken the file over when the click is done.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
