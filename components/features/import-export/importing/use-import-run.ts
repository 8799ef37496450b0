'use client';

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ImportRun } from '@/components/features/import-export/importing/import-run';
import { firstStep, type ImportStep } from '@/components/features/import-export/importing/import-step';
import {
  rememberedImport,
  sessionStore,
} from '@/components/features/import-export/importing/remembered-import';
import { sendFile } from '@/components/features/import-export/importing/send-file';
import type { Import } from '@/lib/contract/schemas/import';
import { accountQueries } from '@/lib/queries/account';

const runs = new WeakMap<QueryClient, ImportRun>();

/** The one import of a page; it goes on while its reader is elsewhere. */
function runOf(client: QueryClient): ImportRun {
  const known = runs.get(client);
  if (known) return known;
  const run = new ImportRun(client, {
    send: sendFile,
    remembered: () => {
      const account = client.getQueryData(accountQueries.current().queryKey);
      return rememberedImport(sessionStore(), account?.uuid ?? '');
    },
    pollMs: 400,
  });
  runs.set(client, run);
  return run;
}

const onServer = () => firstStep;

/** Where the import stands and what can be done with it; `onUnseenEnd` hears of an end that no screen shows. */
export function useImportRun(onUnseenEnd: (report: Import) => void): [ImportStep, ImportRun] {
  const run = runOf(useQueryClient());
  const step = useSyncExternalStore(run.subscribe, run.getStep, onServer);
  useEffect(() => run.onUnseenEnd(onUnseenEnd), [run, onUnseenEnd]);
  useEffect(() => run.resume(), [run]);
  return [step, run];
}
