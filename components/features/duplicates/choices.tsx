import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { RowDates } from '@/components/common/row-dates';
import type { MergeChoice, Offer } from '@/components/features/duplicates/merge-choice';
import { ButtonBase } from '@/components/ui/button-base';
import { cn } from '@/lib/utils/cn';

interface ChoicesProps {
  id: string;
  offer: Offer;
  /** The complete result, with defaults for everything not chosen. */
  settled: Required<MergeChoice>;
  onChange: (change: Omit<MergeChoice, 'keep'>) => void;
  dates: RowDates;
}

/** Whether the bookmarks of a group differ in any field that can be chosen. */
export const hasChoices = ({ titles, dates, tags, collections }: Offer): boolean =>
  titles.length > 1 || dates.length > 1 || tags.length > 0 || collections.length > 0;

/** Chooses the fields that the kept bookmark takes from each of them. */
export function Choices({ id, offer, settled, onChange, dates }: ChoicesProps) {
  const t = useTranslations('Duplicates');
  return (
    <div id={id} className="mt-3 grid gap-x-8 gap-y-4 rounded-lg bg-muted p-4 md:grid-cols-2">
      {offer.titles.length > 1 ? (
        <OneOf
          legend={t('titleChoice')}
          name={`${id}-title`}
          values={offer.titles}
          chosen={settled.title}
          onChoose={(title) => onChange({ title })}
          draw={(title) => title}
        />
      ) : null}
      {offer.dates.length > 1 ? (
        <OneOf
          legend={t('dateChoice')}
          name={`${id}-date`}
          values={offer.dates}
          chosen={settled.createdAt}
          onChoose={(createdAt) => onChange({ createdAt })}
          draw={dates.full}
        />
      ) : null}
      {offer.tags.length > 0 ? (
        <SomeOf
          legend={t('tagsChoice')}
          values={offer.tags}
          chosen={settled.tags}
          onChoose={(tags) => onChange({ tags })}
          none={t('noTags')}
          draw={(tag) => tag}
        />
      ) : null}
      {offer.collections.length > 0 ? (
        <SomeOf
          legend={t('collectionsChoice')}
          values={offer.collections.map(({ uuid }) => uuid)}
          chosen={settled.collections}
          onChoose={(collections) => onChange({ collections })}
          none={t('noCollections')}
          draw={(uuid) => offer.collections.find((one) => one.uuid === uuid)?.name}
        />
      ) : null}
    </div>
  );
}

interface OneOfProps {
  legend: string;
  name: string;
  values: readonly string[];
  chosen: string;
  onChoose: (value: string) => void;
  draw: (value: string) => string;
}

function OneOf({ legend, name, values, chosen, onChoose, draw }: OneOfProps) {
  return (
    <Section legend={legend}>
      {values.map((value) => (
        <label key={value} className="flex cursor-pointer items-start gap-2 py-1 touch:py-3">
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="mt-0.75 shrink-0 accent-(--accent)"
          />
          <span className="min-w-0 wrap-anywhere">{draw(value)}</span>
        </label>
      ))}
    </Section>
  );
}

interface SomeOfProps {
  legend: string;
  values: readonly string[];
  chosen: readonly string[];
  onChoose: (values: string[]) => void;
  /** Shown if there is nothing to choose. */
  none: string;
  draw: (value: string) => ReactNode;
}

function SomeOf({ legend, values, chosen, onChoose, none, draw }: SomeOfProps) {
  return (
    <Section legend={legend}>
      <div className="flex flex-wrap gap-1.5 py-1 touch:gap-2.5">
        {values.map((value) => {
          const isOn = chosen.includes(value);
          return (
            <ButtonBase
              key={value}
              aria-pressed={isOn}
              className={cn(
                'min-h-6.5 max-w-full rounded-full border px-2.5 text-left text-small wrap-anywhere touch:hit',
                isOn
                  ? 'border-foreground bg-card text-foreground'
                  : 'border-input text-muted-foreground line-through decoration-faint',
              )}
              // In the order of the offer, regardless of the order of clicks.
              onClick={() => onChoose(values.filter((one) => (one === value ? !isOn : chosen.includes(one))))}
            >
              {draw(value)}
            </ButtonBase>
          );
        })}
      </div>
      {chosen.length === 0 ? <p className="text-second text-muted-foreground">{none}</p> : null}
    </Section>
  );
}

function Section({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-0.5 text-caption font-medium text-muted-foreground">{legend}</legend>
      {children}
    </fieldset>
  );
}
