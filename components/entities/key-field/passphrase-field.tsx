'use client';

import { useTranslations } from 'next-intl';
import type { ControllerFieldState, ControllerRenderProps } from 'react-hook-form';
import { z } from 'zod';
import { SecretField } from '@/components/common/secret-field';

/** Input that unlocks a key. Of any length and never trimmed: it only must not be empty. */
export const UnlockInput = z.strictObject({ passphrase: z.string().min(1, 'required') });

interface PassphraseFieldProps {
  field: ControllerRenderProps<z.input<typeof UnlockInput>, 'passphrase'>;
  fieldState: ControllerFieldState;
}

/** The field for the key to unlock. Its messages are in the namespace Vault. */
export function PassphraseField({ field: { ref, value, onChange }, fieldState }: PassphraseFieldProps) {
  const t = useTranslations('Vault');
  return (
    // Without a name: browsers recognize fields to save by their name.
    <SecretField
      ref={ref}
      label={t('key')}
      showLabel={t('show')}
      hideLabel={t('hide')}
      isKey
      value={value}
      error={fieldState.error?.message}
      hint={t('keyHint')}
      onChange={onChange}
    />
  );
}
