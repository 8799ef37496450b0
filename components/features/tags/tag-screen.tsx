'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { PageHeader } from '@/components/common/page-header';
import { useNavigation } from '@/components/common/pending-navigation';
import { tagHref } from '@/components/entities/tag-href';
import { useDecryptedTags } from '@/components/entities/use-decrypted-tags';
import { TagMenu } from '@/components/features/tags/tag-menu';
import { buttonVariants } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { tagKey } from '@/lib/domain/tag-key';
import { tagQueries } from '@/lib/api/tags';
import { isEncryptedTag, joinTags } from '@/lib/vault/join-tags';

interface TagScreenProps {
  name: string;
  /** Returns to all tags, if the view has no URL. */
  onBack?: (() => void) | undefined;
  /** Sort menu, provided by the bookmarks feature. */
  tools: ReactNode;
  /** The rows. */
  children: ReactNode;
}

const backClass =
  'mb-1 inline-flex items-center gap-1 text-second text-muted-foreground hover:text-foreground touch:hit';

/** One tag with its actions and its number of bookmarks; its rows are passed as children. */
export function TagScreen({ name, onBack, tools, children }: TagScreenProps) {
  const t = useTranslations('Tags');
  const navigation = useNavigation();
  const { data: tags } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  const decrypted = useDecryptedTags();
  const tag = useMemo(
    () => tags && joinTags(tags, decrypted).find((one) => tagKey(one.name) === tagKey(name)),
    [tags, decrypted, name],
  );
  return (
    <div className="px-4 pt-4 md:px-5 md:pt-5">
      <Back onBack={onBack} />
      <PageHeader
        title={
          <span className="inline-flex max-w-full items-baseline gap-2">
            <Icon name="i-tag" className="self-center text-faint" />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {tag?.name ?? name}
            </span>
          </span>
        }
        detail={tag === undefined ? null : t('bookmarkCount', { count: tag.count })}
        actions={
          <>
            {tag === undefined || isEncryptedTag(tag) ? null : (
              <TagMenu
                tag={tag}
                label={t('more')}
                buttonClassName={buttonVariants({ size: 'icon' })}
                onLeave={(next) => navigation.replace(next === null ? '/tags' : tagHref(next))}
                onStay={() => navigation.replace(tagHref(name))}
              />
            )}
            {tools}
          </>
        }
      />
      <div className="mt-2">{children}</div>
    </div>
  );
}

function Back({ onBack }: Pick<TagScreenProps, 'onBack'>) {
  const t = useTranslations('Tags');
  const button = useRef<HTMLButtonElement>(null);
  // The pressed row is gone, and with it the focus.
  useEffect(() => button.current?.focus(), []);
  const text = (
    <>
      <Icon name="i-chevron-left" className="size-3.5" />
      {t('all')}
    </>
  );
  return onBack ? (
    <ButtonBase ref={button} className={backClass} onClick={onBack}>
      {text}
    </ButtonBase>
  ) : (
    <AppLink href="/tags" className={backClass}>
      {text}
    </AppLink>
  );
}

/** Shown if no bookmark has the tag. */
export function TagEmptyLink() {
  const t = useTranslations('Tags');
  return (
    <AppLink href="/tags" className={buttonVariants({ size: 'lg' })}>
      {t('all')}
    </AppLink>
  );
}
