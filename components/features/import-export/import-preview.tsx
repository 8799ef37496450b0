'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { FileReport, SpaceCounts, useFileTitle } from '@/components/features/import-export/file-report';
import { FileCaption, TargetChoice } from '@/components/features/import-export/target-choice';
import type { ImportRun } from '@/components/features/import-export/import-run';
import { hasUrl, type Preview } from '@/components/features/import-export/import-step';
import { OutcomeBar, RefusalAlert, StepCard } from '@/components/features/import-export/step-card';
import { RowReasons } from '@/components/features/import-export/row-reasons';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Import } from '@/lib/contract/imports';

type NewCollection = Import['newCollections'][number];

const shownFirst = 8;

/** The collections created from folders, the largest first, each with a bar of proportional length. */
function NewCollections({ collections }: { collections: readonly NewCollection[] }) {
  const t = useTranslations('ImportExport');
  const { number } = useFormatter();
  const [showsAll, setShowsAll] = useState(false);
  const sorted = [...collections].sort((a, b) => b.count - a.count);
  const most = Math.max(1, sorted[0]?.count ?? 1);
  const shown = showsAll ? sorted : sorted.slice(0, shownFirst);
  return (
    <>
      <ol
        className="max-h-96 overflow-y-auto overscroll-contain [scrollbar-width:thin]"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling content must be reachable by keyboard
        tabIndex={showsAll ? 0 : undefined}
        aria-label={showsAll ? t('collectionsTitle', { count: collections.length }) : undefined}
      >
        {shown.map(({ name, space, count, isPublic, lostRules }, index) => (
          <li
            key={index}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-3 py-1"
          >
            <span className="flex min-w-0 items-center gap-1.5">
              <span dir="auto" className="truncate" title={name}>
                {name}
              </span>
              {space === null ? null : (
                <span dir="auto" className="truncate text-second text-muted-foreground" title={space}>
                  {space}
                </span>
              )}
              {isPublic ? <Badge tone="outline">{t('collectionPublic')}</Badge> : null}
              {lostRules ? <Badge tone="outline">{t('collectionLostRules')}</Badge> : null}
            </span>
            <span aria-hidden="true" className="h-2 rounded-full bg-muted">
              <span
                className="block h-full min-w-1 rounded-full bg-primary/55"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <span className="min-w-9 text-right text-second text-muted-foreground tabular-nums">
              {number(count)}
            </span>
          </li>
        ))}
      </ol>
      {sorted.length > shownFirst ? (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1 -ml-2.5"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {t(showsAll ? 'collectionsFewer' : 'collectionsAll', { count: sorted.length })}
        </Button>
      ) : null}
    </>
  );
}

/** Preview of an import, before anything is written. */
export function ImportPreview({ step, run }: { step: Preview; run: ImportRun }) {
  const t = useTranslations('ImportExport');
  const { file, report, target, choices, isUpdating, refusal } = step;
  const { created, merged, newCollections, defaultChanges } = report;
  const publicCount = newCollections.filter(({ isPublic }) => isPublic).length;
  const lostRulesCount = newCollections.filter(({ lostRules }) => lostRules).length;
  const keepsSpaces = choices.spaces === 'keep';
  const makesCollections = keepsSpaces || target === null;
  const canStart = !isUpdating && hasUrl(choices);
  const newSpaces = report.spaces.filter(({ isNew }) => isNew).length;
  const changes = created + merged.bookmarks + newCollections.length + defaultChanges.length + newSpaces;
  const hasChanges = changes > 0;
  // Existing bookmarks are added to the collections of their folders, or to the chosen one.
  const onlyKnown = !hasChanges && report.duplicates > 0;
  const startText =
    created === 0 && merged.bookmarks > 0
      ? t('startMerging', { count: merged.bookmarks })
      : t('start', { count: created });
  return (
    <StepCard
      stickyFooter
      title={useFileTitle(report)}
      caption={<FileCaption file={file} />}
      footer={
        <>
          {hasChanges ? (
            <Button variant="primary" size="lg" disabled={!canStart} onClick={() => void run.start()}>
              {startText}
            </Button>
          ) : null}
          {onlyKnown ? (
            <Button size="lg" disabled={!canStart} onClick={() => void run.start()}>
              {t('addKnown')}
            </Button>
          ) : null}
          <Button variant={hasChanges ? 'ghost' : 'primary'} size="lg" onClick={() => void run.cancel()}>
            {t(hasChanges ? 'cancel' : 'another')}
          </Button>
        </>
      }
    >
      <RefusalAlert refusal={refusal} fileName={file.name} />
      <OutcomeBar report={report} />
      <FileReport {...{ report, choices, isUpdating }} onChange={(next) => void run.setChoices(next)} />
      <SpaceCounts spaces={report.spaces} />
      <MergedCounts merged={merged} />
      {hasChanges || report.read === 0 ? null : <p className="text-muted-foreground">{t('nothingNew')}</p>}
      {hasChanges || onlyKnown ? (
        <>
          {keepsSpaces ? null : (
            <TargetChoice
              target={target}
              onChange={run.setTarget}
              otherwise={t('targetFolders')}
              hint={t('targetHint')}
            />
          )}
          {makesCollections ? <DefaultChanges changes={defaultChanges} /> : null}
          {makesCollections && newCollections.length > 0 ? (
            <section>
              <h3 className="font-medium">{t('collectionsTitle', { count: newCollections.length })}</h3>
              <p className="mb-2 text-second text-muted-foreground">{t('collectionsText')}</p>
              {publicCount > 0 ? (
                <p className="mb-2 flex items-start gap-2 text-warning">
                  <Icon name="i-globe" className="mt-0.5" />
                  {t('collectionsPublic', { count: publicCount })}
                </p>
              ) : null}
              {lostRulesCount > 0 ? (
                <p className="mb-2 flex items-start gap-2 text-warning">
                  <Icon name="i-triangle-alert" className="mt-0.5" />
                  {t('collectionsLostRules', { count: lostRulesCount })}
                </p>
              ) : null}
              <NewCollections collections={newCollections} />
            </section>
          ) : null}
        </>
      ) : null}
      {report.rows.length > 0 ? <RowReasons rows={report.rows} /> : null}
    </StepCard>
  );
}

const mergedKinds = ['tags', 'descriptions', 'favorites', 'dates', 'visits'] as const;

/** Additions of an import to existing bookmarks. */
export function MergedCounts({ merged }: { merged: Import['merged'] }) {
  const t = useTranslations('ImportExport');
  if (merged.bookmarks === 0) return null;
  const title = t('mergedTitle', { count: merged.bookmarks });
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 text-second text-muted-foreground">
        {mergedKinds.map((kind) =>
          merged[kind] === 0 ? null : (
            <li key={kind} className="flex items-start gap-2 py-0.5">
              <Icon name="i-plus" className="mt-px" />
              {t(`merged.${kind}`, { count: merged[kind] })}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** Changes to the default collection from that of a JSON export. */
export function DefaultChanges({ changes }: { changes: Import['defaultChanges'] }) {
  const t = useTranslations('ImportExport');
  if (changes.length === 0) return null;
  return (
    <ul className="text-second">
      {changes.map((change) => (
        <li
          key={change}
          className={
            change === 'sharing'
              ? 'flex gap-2 py-0.5 text-warning'
              : 'flex gap-2 py-0.5 text-muted-foreground'
          }
        >
          <Icon name={change === 'sharing' ? 'i-globe' : 'i-plus'} className="mt-px" />
          {t(`defaultChange.${change}`)}
        </li>
      ))}
    </ul>
  );
}
