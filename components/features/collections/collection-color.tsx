'use client';

import { useTranslations } from 'next-intl';
import { ColorPicker } from '@/components/common/color-picker';

interface CollectionColorProps {
  value: string;
  onChange: (color: string) => void;
  onValidChange: (isValid: boolean) => void;
}

/** The color of a collection: one of the palette, or any other by its six digits. */
export function CollectionColor({ value, onChange, onValidChange }: CollectionColorProps) {
  const t = useTranslations('Collections');
  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden="true" className="text-body font-medium">
        {t('color')}
      </span>
      <ColorPicker
        value={value}
        onValueChange={onChange}
        onValidChange={onValidChange}
        labels={{
          group: t('color'),
          color: (hex) => t('colorOf', { hex }),
          custom: t('customColor'),
          invalid: t('invalidColor'),
        }}
      />
    </div>
  );
}
