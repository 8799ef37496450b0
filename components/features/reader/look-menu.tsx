'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useTheme } from '@/components/common/use-theme';
import {
  fonts,
  readerSizes,
  setReaderLook,
  useReaderLook,
  widths,
} from '@/components/features/reader/reader-look';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { PillChoice } from '@/components/ui/pill-choice';
import { Popover, PopoverAnchor, PopoverContent } from '@/components/ui/popover';
import { accountMutations } from '@/lib/api/account';

const themes = ['system', 'light', 'dark'] as const;

/** Font, size, width and theme of the reader, and printing. */
export function LookMenu() {
  const t = useTranslations('Reader');
  const [isOpen, setOpen] = useState(false);
  const { font, width, size } = useReaderLook();
  const [theme, setTheme] = useTheme();
  const { mutate: store } = useMutation(accountMutations.updatePreferences());
  const setSize = (next: number) => {
    if (readerSizes[next] !== undefined) setReaderLook({ size: next });
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverAnchor asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('look.title')}
          title={t('look.title')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          // The popover closes itself by a press outside of it.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="i-a-large-small" />
        </Button>
      </PopoverAnchor>
      <PopoverContent align="end" aria-label={t('look.title')} className="flex flex-col gap-3">
        <Part label={t('look.size')}>
          <span className="flex items-center gap-1">
            <Button
              size="icon"
              aria-label={t('look.smaller')}
              aria-disabled={size === 0}
              onClick={() => setSize(size - 1)}
            >
              <Icon name="i-minus" />
            </Button>
            <span aria-live="polite" className="w-12 text-center text-body tabular-nums">
              {Math.round((readerSizes[size] ?? 1) * 16)}
            </span>
            <Button
              size="icon"
              aria-label={t('look.larger')}
              aria-disabled={size === readerSizes.length - 1}
              onClick={() => setSize(size + 1)}
            >
              <Icon name="i-plus" />
            </Button>
          </span>
        </Part>
        <Part label={t('look.font')}>
          <PillChoice
            label={t('look.font')}
            value={font}
            options={fonts.map((value) => ({ value, label: t(`look.${value}`) }))}
            onValueChange={(next) => setReaderLook({ font: next })}
          />
        </Part>
        <Part label={t('look.width')}>
          <PillChoice
            label={t('look.width')}
            value={width}
            options={widths.map((value) => ({ value, label: t(`look.${value}`) }))}
            onValueChange={(next) => setReaderLook({ width: next })}
          />
        </Part>
        <Part label={t('look.theme')}>
          <PillChoice
            label={t('look.theme')}
            value={theme}
            options={themes.map((value) => ({ value, label: t(`look.${value}`) }))}
            onValueChange={(next) => {
              setTheme(next);
              store({ body: { theme: next } });
            }}
          />
        </Part>
        <Button className="touch:h-11" onClick={() => window.print()}>
          <Icon name="i-printer" />
          {t('print')}
        </Button>
      </PopoverContent>
    </Popover>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-caption font-medium text-muted-foreground">
        {label}
      </p>
      {children}
    </div>
  );
}
