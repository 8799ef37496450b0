import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Section } from '@/extension/components/options/section';
import {
  importFile,
  readBrowserBookmarks,
  releaseBookmarks,
  requestBookmarks,
} from '@/extension/lib/browser-bookmarks';
import type { Import } from '@/lib/contract/imports';

type State =
  | { readonly kind: 'idle'; readonly failure: 'importDenied' | 'importFailed' | null }
  | { readonly kind: 'busy' }
  | { readonly kind: 'preview'; readonly file: Blob; readonly found: Import }
  | { readonly kind: 'done'; readonly created: number };

/** Imports the bookmarks of the browser itself, after a preview. */
export function ImportSection() {
  const t = useTranslations('Extension.options');
  const [state, setState] = useState<State>({ kind: 'idle', failure: null });
  const run = (work: () => Promise<State>) => {
    setState({ kind: 'busy' });
    work().then(setState, () => setState({ kind: 'idle', failure: 'importFailed' }));
  };
  const preview = async (): Promise<State> => {
    if (!(await requestBookmarks())) return { kind: 'idle', failure: 'importDenied' };
    const file = await readBrowserBookmarks().finally(() => void releaseBookmarks());
    const found = await importFile(file, { dryRun: true });
    if (found.status !== 'done') return { kind: 'idle', failure: 'importFailed' };
    return { kind: 'preview', file, found };
  };
  const save = async (file: Blob): Promise<State> => {
    const { status, created } = await importFile(file, { dryRun: false });
    return status === 'done' ? { kind: 'done', created } : { kind: 'idle', failure: 'importFailed' };
  };
  return (
    <Section title={t('import')}>
      <p className="text-pretty text-muted-foreground">{t('importHint')}</p>
      <div role="status" className="empty:hidden">
        {state.kind === 'busy' ? t('importRead') : null}
        {state.kind === 'preview'
          ? t('importFound', { count: state.found.created, existing: state.found.duplicates })
          : null}
        {state.kind === 'done' ? t('importDone', { count: state.created }) : null}
      </div>
      {state.kind === 'idle' && state.failure !== null ? (
        <p role="alert" className="text-second text-destructive">
          {t(state.failure)}
        </p>
      ) : null}
      {state.kind === 'preview' && state.found.created > 0 ? (
        <Button
          variant="primary"
          size="lg"
          className="self-start"
          onClick={() => run(() => save(state.file))}
        >
          {t('importRun', { count: state.found.created })}
        </Button>
      ) : null}
      {state.kind === 'idle' || state.kind === 'busy' ? (
        <Button size="lg" className="self-start" pending={state.kind === 'busy'} onClick={() => run(preview)}>
          {t('importPreview')}
        </Button>
      ) : null}
    </Section>
  );
}
