import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { browser } from 'wxt/browser';
import { Ribbon } from '@/components/common/logo';
import { useSurface } from '@/extension/components/surface';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

/** Opens a page of the server or the web in a new tab. */
export async function openTab(url: string, close: () => void): Promise<void> {
  await browser.tabs.create({ url });
  close();
}

/** Opens the options, and closes the popup. */
export async function openOptions(close: () => void): Promise<void> {
  await browser.runtime.openOptionsPage();
  close();
}

interface FrameProps {
  header: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** A column of header, content that scrolls, and footer, as high as the popup or the side panel. */
export function Frame({ header, footer, children }: FrameProps) {
  const { surface } = useSurface();
  return (
    <div className={cn('flex flex-col', surface === 'popup' ? 'h-[560px] max-h-dvh' : 'h-dvh')}>
      {header}
      <main className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">{children}</main>
      {footer}
    </div>
  );
}

interface HeaderProps {
  title: string;
  /** After the title, in muted text. */
  detail?: string | undefined;
  /** Tinted: the page is saved. */
  isSaved?: boolean;
  onSearch?: (() => void) | undefined;
}

export function Header({ title, detail, isSaved = false, onSearch }: HeaderProps) {
  const t = useTranslations('Extension');
  const { close } = useSurface();
  return (
    <header
      className={cn('flex min-h-[50px] items-center gap-2 border-b py-2 pr-2 pl-3.5', isSaved && 'bg-accent')}
    >
      <Ribbon />
      <h1 className="font-serif text-brand font-semibold">{title}</h1>
      <p className="min-w-0 flex-1 truncate text-small text-muted-foreground">{detail}</p>
      {onSearch ? <IconButton icon="i-search" label={t('search')} onClick={onSearch} /> : null}
      <IconButton icon="i-settings" label={t('settings')} onClick={() => void openOptions(close)} />
    </header>
  );
}

interface IconButtonProps {
  icon: `i-${string}`;
  label: string;
  onClick: () => void;
}

export const IconButton = ({ icon, label, onClick }: IconButtonProps) => (
  <ButtonBase
    aria-label={label}
    title={label}
    className="grid size-8 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground touch:hit"
    onClick={onClick}
  >
    <Icon name={icon} />
  </ButtonBase>
);

export const Footer = ({ children }: { children: ReactNode }) => (
  <footer className="flex items-center gap-2 border-t px-3.5 py-3">{children}</footer>
);

interface MessageProps {
  icon: `i-${string}`;
  title: string;
  text: string;
  children?: ReactNode;
}

/** Says what the extension can or cannot do here, with the next step. */
export const Message = ({ icon, title, text, children }: MessageProps) => (
  <div className="m-auto flex max-w-80 flex-col items-center gap-2 p-6 text-center">
    <Icon name={icon} className="size-6 text-faint" />
    <h2 className="font-serif text-panel font-semibold text-balance">{title}</h2>
    <p className="text-pretty text-muted-foreground">{text}</p>
    {children ? <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div> : null}
  </div>
);
