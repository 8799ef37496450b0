'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EncryptingRun } from '@/components/features/import-export/encrypting/encrypting-run';
import type { EncryptingStep } from '@/components/features/import-export/encrypting/encrypting-step';
import type { Refusal } from '@/components/features/import-export/importing/import-step';
import { invalidation, refresh } from '@/lib/queries/invalidation';
import { transportOf } from '@/lib/queries/transport';
import { openedTexts } from '@/lib/vault/opened';
import { refresh as refreshVault, sealMany, unlock } from '@/lib/vault/vault';

/** Reads the file and says where its import stands; it ends with the component. */
export function useEncryptingRun(
  file: File,
  onRefused: (refusal: Refusal) => void,
): [EncryptingStep, EncryptingRun] {
  const client = useQueryClient();
  const [step, setStep] = useState<EncryptingStep>({ kind: 'reading', count: 0 });
  const [run] = useState(
    () =>
      new EncryptingRun(file, {
        call: transportOf(client),
        vault: { unlock, sealMany, refresh: refreshVault },
        opened: openedTexts,
        refreshLists: () => refresh(client, invalidation['bookmarks.createEncrypted']),
        onStep: setStep,
        onRefused,
      }),
  );
  useEffect(() => run.begin(), [run]);
  return [step, run];
}
