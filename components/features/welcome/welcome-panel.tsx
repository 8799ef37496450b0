'use client';
import { NextIntlClientProvider, useLocale, useTimeZone, useTranslations } from 'next-intl';
import { use, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { AppLink } from '@/components/common/app-link';
import { writeStored } from '@/components/common/device-storage';
import { Ribbon } from '@/components/common/logo';
import { NewsDialog } from '@/components/features/welcome/news-dialog';
import { installWay, type InstallEvent, type Panel } from '@/components/features/welcome/rules';
import { slides, TourPicture } from '@/components/features/welcome/tour-picture';
import { Button, buttonVariants } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Dialog, DialogClose, DialogContent, DialogTitle } from '@/components/ui/dialog';
import type { Locale } from '@/lib/i18n/locale';
import type { Messages } from '@/lib/i18n/messages';
import { cn } from '@/lib/utils/cn';
import { pressedKey } from '@/lib/utils/pressed-key';

const last = slides.length - 1;

/** Slides side by side, one of them visible: all have the height of the tallest, so that nothing shifts. */
function TourDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Welcome');
  const [index, setIndex] = useState(0);
  const next = useRef<HTMLButtonElement>(null);
  const go = (to: number) => setIndex(Math.min(Math.max(to, 0), last));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[pressedKey(event)];
    if (step === undefined) return;
    event.preventDefault();
    go(index + step);
  };
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        closeLabel={t('close')}
        aria-describedby={undefined}
        onKeyDown={onKeyDown}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          next.current?.focus();
        }}
      >
        <DialogTitle className="sr-only">{t('tour.title')}</DialogTitle>
        <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain short:flex-none">
          <ol
            className="flex transition-transform duration-300"
            style={{ transform: `translateX(${-100 * index}%)` }}
          >
            {slides.map((slide, at) => (
              <li key={slide} inert={at !== index} className="flex w-full shrink-0 flex-col">
                <TourPicture slide={slide} />
                <div className="px-4 pt-5 pb-4 text-center md:px-12">
                  <h3 className="font-serif text-panel font-semibold text-balance">
                    {t(`tour.${slide}.title`)}
                  </h3>
                  <p className="mt-1.5 text-pretty text-muted-foreground">{t(`tour.${slide}.text`)}</p>
                  {slide === 'ready' ? (
                    <AppLink
                      href="/settings/data"
                      onClick={onClose}
                      className={buttonVariants({ variant: 'link', size: 'inline', className: 'mt-3' })}
                    >
                      {t('tour.import')}
                    </AppLink>
                  ) : null}
                </div>
              </li>
            ))}
          </ol>
        </div>
        <p role="status" className="sr-only">
          {t('tour.position', {
            number: index + 1,
            total: slides.length,
            title: t(`tour.${slides[index] ?? 'welcome'}.title`),
          })}
        </p>
        <footer className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 border-t px-4 py-3 touch:[&>button]:h-11 md:px-6">
          {index === last ? (
            <span />
          ) : (
            <DialogClose asChild>
              <Button variant="ghost" className="-ml-3 justify-self-start">
                {t('tour.skip')}
              </Button>
            </DialogClose>
          )}
          <div role="group" aria-label={t('tour.slides')} className="flex">
            {slides.map((slide, at) => (
              <Dot
                key={slide}
                label={t('tour.goTo', { number: at + 1, title: t(`tour.${slide}.title`) })}
                isCurrent={at === index}
                onClick={() => go(at)}
              />
            ))}
          </div>
          <Button
            ref={next}
            variant="primary"
            className="justify-self-end"
            onClick={() => (index === last ? onClose() : go(index + 1))}
          >
            {t(index === last ? 'tour.start' : 'tour.next')}
          </Button>
        </footer>
      </DialogContent>
    </Dialog>
  );
}

interface DotProps {
  label: string;
  isCurrent: boolean;
  onClick: () => void;
}

function Dot({ label, isCurrent, onClick }: DotProps) {
  return (
    <ButtonBase
      aria-label={label}
      title={label}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onClick}
      className="group grid size-6 place-items-center rounded-full touch:h-11 touch:w-7"
    >
      <span
        className={cn(
          'size-2 rounded-full border transition-colors',
          isCurrent ? 'border-primary bg-primary' : 'border-faint bg-transparent group-hover:bg-faint',
        )}
      />
    </ButtonBase>
  );
}

interface InstallPromptProps {
  /** Install event that the browser fired before this was open. */
  initialEvent: InstallEvent | null;
  onClose: () => void;
}

/** A card over the screen that does not take the focus, since it opens automatically. */
function InstallPrompt({ initialEvent, onClose }: InstallPromptProps) {
  const t = useTranslations('Welcome.install');
  const [event, setEvent] = useState(initialEvent);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const offer = (offered: Event) => {
      offered.preventDefault();
      setEvent(offered as InstallEvent);
    };
    const installed = () => {
      writeStored('pwaInstalled', 'true');
      onClose();
    };
    window.addEventListener('beforeinstallprompt', offer, { signal });
    window.addEventListener('appinstalled', installed, { signal });
    return () => stop.abort();
  }, [onClose]);
  const close = (key: 'pwaInstalled' | 'pwaPromptDismissed', value: string) => {
    writeStored(key, value);
    onClose();
  };
  const dismiss = () => close('pwaPromptDismissed', new Date().toISOString());
  const install = async () => {
    const choice = await event?.prompt();
    if (choice?.outcome === 'accepted') close('pwaInstalled', 'true');
    else dismiss();
  };
  const way = installWay(navigator, event !== null);
  return (
    <section
      aria-label={t('title')}
      className="fixed inset-x-3 bottom-[calc(76px+env(safe-area-inset-bottom))] z-20 animate-rise rounded-lg border bg-popover p-4 text-popover-foreground shadow-float md:right-5 md:bottom-5 md:left-auto md:w-90"
    >
      <div className="flex gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-muted">
          <Ribbon />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{t('title')}</h2>
          <p className="mt-0.5 text-pretty text-muted-foreground">{t(way)}</p>
          {way === 'ios' ? (
            <ol className="mt-1.5 list-decimal pl-5 text-muted-foreground">
              <li>{t('iosShare')}</li>
              <li>{t('iosAdd')}</li>
              <li>{t('iosConfirm')}</li>
            </ol>
          ) : null}
        </div>
      </div>
      <div className="mt-3 flex justify-end gap-2">
        <Button variant="ghost" onClick={dismiss}>
          {t('notNow')}
        </Button>
        {way === 'button' ? (
          <Button variant="primary" onClick={() => void install()}>
            {t('install')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

type WelcomeMessages = Pick<Messages, 'Welcome'>;

const load: Record<Locale, () => Promise<{ default: WelcomeMessages['Welcome'] }>> = {
  en: () => import('@/messages/en/welcome.json'),
  'pt-BR': () => import('@/messages/pt-BR/welcome.json'),
};
const loaded = new Map<Locale, Promise<WelcomeMessages>>();

/** These messages are read once or never, so pages do not include them. */
export function loadMessages(locale: Locale): Promise<WelcomeMessages> {
  const known = loaded.get(locale);
  if (known) return known;
  const words = load[locale]().then((module) => ({ Welcome: module.default }));
  loaded.set(locale, words);
  words.catch(() => loaded.delete(locale));
  return words;
}

interface WelcomePanelProps {
  panel: Panel;
  /** Version of the running app. */
  version: string;
  isOpen: boolean;
  onOpen: (panel: Panel) => void;
  onClose: () => void;
}

export function WelcomePanel({ panel, version, isOpen, onOpen, onClose }: WelcomePanelProps) {
  const locale = useLocale();
  const timeZone = useTimeZone();
  const messages = use(loadMessages(locale));
  return (
    <NextIntlClientProvider
      locale={locale}
      {...(timeZone === undefined ? {} : { timeZone })}
      messages={messages}
    >
      {panel.kind === 'tour' ? <TourDialog isOpen={isOpen} onClose={onClose} /> : null}
      {panel.kind === 'news' ? (
        <NewsDialog
          version={version}
          since={panel.since}
          isOpen={isOpen}
          onClose={onClose}
          onTour={() => onOpen({ kind: 'tour' })}
        />
      ) : null}
      {panel.kind === 'install' && isOpen ? (
        <InstallPrompt initialEvent={panel.event} onClose={onClose} />
      ) : null}
    </NextIntlClientProvider>
  );
}
