'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { notify } from '@/components/common/notify';
import type { Space } from '@/lib/contract/schemas/space';
import { accountMutations } from '@/lib/queries/account';

export interface SwitchSpace {
  /** The space that is being switched to; it stays until the page is loaded anew. */
  readonly pending: string | null;
  readonly switchTo: (space: Pick<Space, 'uuid' | 'name'>) => Promise<void>;
}

/** Puts the account into another space and loads the page anew, so that nothing of the former space stays on it. */
export function useSwitchSpace(): SwitchSpace {
  const t = useTranslations('Spaces');
  const { mutateAsync } = useMutation(accountMutations.update());
  const [pending, setPending] = useState<string | null>(null);
  return {
    pending,
    switchTo: async ({ uuid, name }) => {
      setPending(uuid);
      try {
        await mutateAsync({ body: { space: uuid } });
        window.location.reload();
      } catch {
        setPending(null);
        notify({ message: t('switchFailed', { name }), tone: 'bad' });
      }
    },
  };
}
