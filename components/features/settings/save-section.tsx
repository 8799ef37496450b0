'use client';
import { useTranslations } from 'next-intl';
import { useState, type DragEvent, type ReactNode } from 'react';
import { copyText } from '@/components/common/copy-text';
import { SettingsSection } from '@/components/features/settings/settings-section';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { bookmarkletOf } from '@/lib/domain/bookmarklet';

/** How to save a page from a browser without the extension, and from other apps of a phone. */
export function SaveSection({ origin }: { origin: string }) {
  const t = useTranslations('Integration');
  const bookmarklet = bookmarkletOf(origin);
  return (
    <SettingsSection title={t('save')} text={t('saveText')}>
      <ul className="divide-y border-y">
        <Way title={t('bookmarklet')} text={t('bookmarkletText')}>
          <Bookmarklet url={bookmarklet} origin={origin} />
          <CopyButton label={t('copyBookmarklet')} text={bookmarklet} />
        </Way>
        <Way title={t('android')} text={t('androidText')} />
        <Way title={t('apple')} text={t('appleText')}>
          <CopyButton label={t('copyAddress')} text={`${origin}/#add?url=`} />
        </Way>
      </ul>
    </SettingsSection>
  );
}

function Way({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <li className="py-4">
      <h3 className="font-medium">{title}</h3>
      <p className="mt-0.5 max-w-160 text-second text-pretty text-muted-foreground">{text}</p>
      <div className="flex flex-wrap items-center gap-3 not-empty:mt-3">{children}</div>
    </li>
  );
}

/** A link to drag to the bookmarks bar. It does nothing here. */
function Bookmarklet({ url, origin }: { url: string; origin: string }) {
  const t = useTranslations('Integration');
  const [isPressed, setPressed] = useState(false);
  const drag = ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData('text/uri-list', url);
    dataTransfer.setData('text/plain', url);
  };
  return (
    <>
      <a
        href={`${origin}/#add`}
        // React renders no URL with a program, and the content policy of this page runs none.
        ref={(link) => link?.setAttribute('href', url)}
        draggable
        onDragStart={drag}
        onClick={(event) => {
          event.preventDefault();
          setPressed(true);
        }}
        className={buttonVariants({ className: 'cursor-grab touch:h-11' })}
      >
        <Icon name="i-bookmark" />
        {t('bookmarkletName')}
      </a>
      <p role="status" className="order-last text-second text-pretty text-muted-foreground empty:hidden">
        {isPressed ? t('bookmarkletPressed') : null}
      </p>
    </>
  );
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const t = useTranslations('Integration');
  const [outcome, setOutcome] = useState<'copied' | 'textCopyFailed' | null>(null);
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'textCopyFailed');
  return (
    <>
      <Button className="touch:h-11" onClick={() => void copy()}>
        <Icon name="i-copy" />
        {label}
      </Button>
      <p role="status" className="text-second text-pretty text-muted-foreground empty:hidden">
        {outcome ? t(outcome) : null}
      </p>
    </>
  );
}
