'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useRowDates } from '@/components/common/row-dates';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { fieldsWith } from '@/lib/bookmark/fields';
import type { Facts } from '@/lib/bookmark/merge';
import { isStuck, remedyOf, type OutboxEntry } from '@/lib/outbox/entry';
import { collectionQueries } from '@/lib/api/collections';

interface EntryRowProps {
  readonly entry: OutboxEntry;
  /** An earlier change of the same bookmark needs a decision first. */
  readonly isBlocked: boolean;
  readonly onKeep: () => void;
  /** Null if the form cannot show it. */
  readonly onEdit: (() => void) | null;
  readonly onDiscard: () => void;
}

const icons = {
  create: 'i-plus',
  update: 'i-pencil',
  favorite: 'i-star',
  unfavorite: 'i-star-off',
  delete: 'i-trash-2',
  erase: 'i-trash-2',
  restore: 'i-undo-2',
  move: 'i-folder-input',
  copy: 'i-folder-plus',
  later: 'i-clock',
  notLater: 'i-clock',
  read: 'i-check',
  unread: 'i-check',
} as const;
type Kind = keyof typeof icons;

function kindOf({ operation, input: { body = {}, query = {} } }: OutboxEntry): Kind {
  const name = operation.slice('bookmarks.'.length);
  const kind = name === 'bulk' ? String(body['action']) : name;
  if (kind === 'favorite' && body['favorite'] === false) return 'unfavorite';
  if (kind === 'later' && body['later'] === false) return 'notLater';
  if (kind === 'read' && body['read'] === false) return 'unread';
  if (kind === 'delete' && query['permanent'] === true) return 'erase';
  return kind as Kind;
}

/** One queued change: its effect, its state, and the available actions. */
export function EntryRow({ entry, isBlocked, onKeep, onEdit, onDiscard }: EntryRowProps) {
  const t = useTranslations('Outbox');
  const kind = kindOf(entry);
  const name = useEntryName()(entry);
  const status = useStatus()(entry, isBlocked);
  const stuck = isStuck(entry);
  const remedy = stuck ? remedyOf(entry) : 'none';
  const current = entry.problem?.current;
  return (
    <li className="flex gap-3 border-b py-3 last:border-b-0">
      <span className="grid h-5 w-4 shrink-0 place-items-center text-muted-foreground">
        {entry.state === 'sending' ? <Spinner /> : <Icon name={icons[kind]} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {t(`kinds.${kind}`)}
          <span className="font-normal text-muted-foreground">{' · '}</span>
          <span dir="auto" className="font-normal">
            {name}
          </span>
        </p>
        <p
          className={
            stuck ? 'mt-0.5 text-second text-destructive' : 'mt-0.5 text-second text-muted-foreground'
          }
        >
          {status}
        </p>
        {current && entry.edit ? <Versions mine={entry.edit.after} theirs={current} /> : null}
        {entry.state === 'sending' ? null : (
          <div className="mt-2 flex flex-wrap gap-2">
            {remedy === 'none' ? null : (
              <Button size="sm" className="touch:h-11" onClick={onKeep}>
                {t(`remedies.${remedy}`)}
              </Button>
            )}
            {onEdit === null ? null : (
              <Button size="sm" className="touch:h-11" onClick={onEdit}>
                {t('editAgain')}
              </Button>
            )}
            <Button
              size="sm"
              variant={stuck ? 'destructive' : 'ghost'}
              className="touch:h-11"
              aria-label={t('discardLabel', { name })}
              onClick={onDiscard}
            >
              {t('discard')}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

function useEntryName() {
  const t = useTranslations('Outbox');
  return ({ label, records, operation, input, edit }: OutboxEntry): string => {
    if (label !== null) return label;
    if (records.length > 1) return t('many', { count: records.length });
    const isEncrypted = operation === 'bookmarks.create' ? input.body?.['encrypted'] : edit?.after['cipher'];
    return t(isEncrypted ? 'encrypted' : 'bookmark');
  };
}

function useStatus() {
  const t = useTranslations('Outbox');
  const format = useFormatter();
  return (entry: OutboxEntry, isBlocked: boolean): string => {
    const { state, problem, operation, retryAt } = entry;
    if (state === 'sending') return t('sending');
    if (state === 'waiting') {
      if (isBlocked) return t('blocked');
      const isAway = problem === null || problem.code === 'OFFLINE';
      const time = format.dateTime(retryAt, { timeStyle: 'medium', hourCycle: 'h23' });
      return isAway ? t('waiting') : t('waitingUntil', { time });
    }
    switch (problem?.code) {
      case 'OUTDATED':
        return t(remedyOf(entry) === 'restore' ? 'conflicts.trashed' : 'conflicts.outdated');
      case 'ALREADY_EXISTS':
        return t('conflicts.exists');
      case 'SPACE_NOT_FOUND':
        return t('conflicts.spaceGone');
      case 'NOT_FOUND':
        return t(operation === 'bookmarks.create' ? 'conflicts.collectionGone' : 'conflicts.gone');
      default:
        return problem?.message ? t('refused', { reason: problem.message }) : t('failed');
    }
  };
}

const shownFields = [
  ...fieldsWith({ edit: 'conflict' }),
  ...fieldsWith({ edit: 'items' }),
  ...(['collections', 'cipher'] as const),
];
const isTime = (name: string): boolean => fieldsWith({ type: 'time' }).some((time) => time === name);

/** Both versions of the fields that differ. */
function Versions({ mine, theirs }: { mine: Facts; theirs: Facts }) {
  const t = useTranslations('Outbox');
  const format = useFormatter();
  const dates = useRowDates();
  const { data: collections } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  const textOf = (name: string, value: Facts[string] | undefined): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') return format.number(value);
    if (!value) return t('nothing');
    if (isTime(name)) return dates.full(value);
    if (name !== 'collections') return value;
    const names = value.split(',').map((uuid) => collections?.find((one) => one.uuid === uuid)?.name);
    return names.filter((one) => one !== undefined).join(', ') || t('nothing');
  };
  const differing = shownFields.filter(
    (name) => name in mine && (mine[name] || null) !== (theirs[name] || null),
  );
  if (differing.length === 0) return null;
  return (
    <dl className="mt-2 flex flex-col gap-2 rounded-md bg-muted px-3 py-2 text-second">
      {differing.map((name) => (
        <div key={name}>
          <dt className="font-medium">{t(name === 'cipher' ? 'fields.content' : `fields.${name}`)}</dt>
          {name === 'cipher' ? (
            <dd>{t('fields.contentDiffers')}</dd>
          ) : (
            <>
              <dd className="wrap-anywhere">
                <span className="text-muted-foreground">{t('yours')}</span> {textOf(name, mine[name])}
              </dd>
              <dd className="wrap-anywhere">
                <span className="text-muted-foreground">{t('theirs')}</span> {textOf(name, theirs[name])}
              </dd>
            </>
          )}
        </div>
      ))}
    </dl>
  );
}
