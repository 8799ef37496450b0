'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { onDemand } from '@/components/common/on-demand';
import { fullName } from '@/components/entities/initials';
import { UserAvatar } from '@/components/entities/user-avatar';
import type { ChosenPicture } from '@/components/features/settings/crop-dialog';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Account } from '@/lib/contract/account';
import { settingsMutations } from '@/lib/api/account-settings';

const loadDialog = () => import('@/components/features/settings/crop-dialog');
const CropDialog = onDemand(() => loadDialog().then((module) => module.CropDialog));

const types = 'image/png,image/jpeg,image/gif,image/webp';

/** The owner of the account, and the picture: chosen, cropped to a square in the browser, and removed. */
export function AvatarSection({ account, planLabel }: { account: Account; planLabel: string }) {
  const t = useTranslations('Settings.avatar');
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const remove = useMutation({ ...settingsMutations.deleteAvatar(), meta: { failure: t('removeFailed') } });

  const read = async (file: File | undefined) => {
    if (!file) return;
    const bitmap = await createImageBitmap(file).catch(() => null);
    setUnreadable(bitmap === null);
    setPicture(bitmap && { bitmap, url: URL.createObjectURL(file) });
  };
  const close = () => {
    if (picture) URL.revokeObjectURL(picture.url);
    setPicture(null);
  };
  const choose = () => {
    void loadDialog();
    input.current?.click();
  };
  return (
    <div className="mb-2 flex items-start gap-4">
      <UserAvatar person={account} className="size-16 text-panel!" />
      <div className="min-w-0 flex-1">
        <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{fullName(account)}</span>
          <Badge tone={account.plan === 'pro' ? 'accent' : 'outline'}>{planLabel}</Badge>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button aria-haspopup="dialog" onClick={choose}>
            {t(account.avatar ? 'change' : 'add')}
          </Button>
          {account.avatar ? (
            <Button variant="ghost" onClick={() => remove.mutate({})}>
              {t('remove')}
            </Button>
          ) : null}
        </div>
        <p role="status" className="mt-1.5 text-second text-pretty text-muted-foreground">
          {isUnreadable ? (
            <span className="flex items-start gap-1.5 text-destructive">
              <Icon name="i-circle-alert" className="mt-0.5 size-3.5" />
              {t('unreadable')}
            </span>
          ) : (
            t('hint')
          )}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={types}
        aria-label={t('title')}
        hidden
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      {picture ? <CropDialog picture={picture} onClose={close} /> : null}
    </div>
  );
}
