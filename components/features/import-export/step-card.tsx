'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { fileSize } from '@/components/common/file-size';
import type { Refusal } from '@/components/features/import-export/import-step';
import { Icon } from '@/components/ui/icon';
import { Progress } from '@/components/ui/progress';
import type { Import } from '@/lib/contract/imports';
import { serviceLimits } from '@/lib/contract/service-limits';
import { cn } from '@/lib/utils/cn';

interface StepCardProps {
  title: string;
  /** Below the title: name and size of the file. */
  caption?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** The footer stays visible while the card is taller than the screen. */
  stickyFooter?: boolean;
}

/**
 * One step of an import. The button that was pressed before is gone, so the card takes the focus and its title
 * is announced, unless the focus is elsewhere on purpose.
 */
export function StepCard({ title, caption, children, footer, stickyFooter = false }: StepCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={card}
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="flex min-h-56 animate-fade-in flex-col rounded-xl border bg-card outline-none"
    >
      <div className="flex flex-1 flex-col gap-6 p-4 md:p-6">
        <header>
          <h3 id={titleId} className="font-serif text-panel font-semibold text-balance">
            {title}
          </h3>
          {caption ? (
            <p className="mt-1 flex items-start gap-2 text-second text-muted-foreground">{caption}</p>
          ) : null}
        </header>
        {children}
      </div>
      {footer ? (
        <footer
          className={cn(
            'flex flex-wrap gap-2 rounded-b-xl border-t bg-card px-4 py-3 md:px-6',
            stickyFooter && 'sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] md:bottom-0',
          )}
        >
          {footer}
        </footer>
      ) : null}
    </div>
  );
}

interface StageProps {
  name: string;
  state: 'waiting' | 'running' | 'done';
  /** From 0 to 1, null while the total is unknown. */
  value: number | null;
  detail: ReactNode;
}

/** One stage of the work, with its progress. */
export function Stage({ name, state, value, detail }: StageProps) {
  return (
    <li className={cn('flex flex-col gap-2', state === 'waiting' && 'text-muted-foreground')}>
      <span className="flex min-h-5 items-center justify-between gap-3">
        <span className="flex items-center gap-2 font-medium">
          {name}
          {state === 'done' ? <Icon name="i-check" className="text-success" /> : null}
        </span>
        <span className="text-right text-second text-muted-foreground tabular-nums">
          {state === 'waiting' ? null : detail}
        </span>
      </span>
      <Progress label={name} value={state === 'waiting' ? 0 : state === 'done' ? 1 : value} />
    </li>
  );
}

const hatched =
  'bg-[repeating-linear-gradient(-45deg,var(--warn)_0_3px,color-mix(in_oklab,var(--warn)_35%,transparent)_3px_6px)] forced-color-adjust-none';

const paints = {
  new: 'bg-primary',
  duplicate: 'bg-faint/45',
  repeated: 'bg-faint/20',
  invalid: hatched,
} as const;
type Part = keyof typeof paints;

interface OutcomeBarProps {
  report: Pick<Import, 'created' | 'duplicates' | 'repeated' | 'invalid'>;
}

/** Outcome of the entries of a file, as one bar in parts, each with its number. */
export function OutcomeBar({ report }: OutcomeBarProps) {
  const t = useTranslations('ImportExport');
  const format = useFormatter();
  const { number } = format;
  const { created, duplicates, repeated, invalid } = report;
  const counts: Record<Part, number> = { new: created, duplicate: duplicates - repeated, repeated, invalid };
  // Few files repeat themselves; the other numbers are always asked for.
  const parts = (Object.keys(paints) as Part[]).filter((part) => part !== 'repeated' || repeated > 0);
  return (
    <div>
      <div
        role="img"
        aria-label={format.list(
          parts.map((part) => t(`outcome.${part}`, { count: counts[part] })),
          { type: 'unit' },
        )}
        className="flex h-4 gap-0.5 overflow-hidden rounded-sm"
      >
        {parts.map((part) =>
          counts[part] === 0 ? null : (
            <span
              key={part}
              className={cn('min-w-1 basis-0', paints[part])}
              style={{ flexGrow: counts[part] }}
            />
          ),
        )}
      </div>
      <dl aria-hidden="true" className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
        {parts.map((part) => (
          <div key={part} className="flex flex-col-reverse">
            <dt className="flex items-center gap-2 text-second text-muted-foreground">
              <span className={cn('size-2.5 rounded-[3px]', paints[part])} />
              {t(part, { count: counts[part] })}
            </dt>
            <dd className="font-serif text-screen font-semibold tabular-nums">{number(counts[part])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Explains why the import stopped, what that means for the user's data, and what to do. */
export function RefusalAlert({ refusal, fileName }: { refusal: Refusal | null; fileName: string }) {
  const explain = useExplanation();
  if (refusal === null) return null;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md border border-destructive/40 bg-destructive/8 px-3 py-2.5 text-destructive"
    >
      <Icon name="i-circle-alert" className="mt-0.5" />
      <span className="min-w-0">{explain(refusal, fileName)}</span>
    </p>
  );
}

/** Returns the message of this screen for a refusal, else the general message for its code. */
function useExplanation(): (refusal: Refusal, file: string) => string {
  const t = useTranslations('ImportExport');
  const problems = useTranslations('Problems');
  const format = useFormatter();
  return (refusal, file) => {
    const own = `refusal.${refusal}` as 'refusal.UNKNOWN';
    if (t.has(own))
      return t(own, {
        file,
        size: fileSize(format, serviceLimits.importBytes),
        count: serviceLimits.envelopes,
      });
    const shared = refusal as Parameters<typeof problems>[0];
    return problems.has(shared) ? problems(shared) : t('refusal.UNKNOWN');
  };
}

/** While unsaved data is only in this page, the browser asks for confirmation before it is closed. */
export function useStayOnPage(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
