import '@/extension/style.css';
import { NextIntlClientProvider } from 'next-intl';
import { createContext, StrictMode, use, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  connectionStateIn,
  getConnectionState,
  onConnectionState,
  type ConnectionState,
} from '@/extension/lib/connection';
import { getSettings, localeOf, onSettings, settingsIn, type Settings } from '@/extension/lib/settings';
import { readStored, type Stored } from '@/extension/lib/stored-value';
import { Region } from '@/components/common/region';
import type { Locale } from '@/lib/i18n/locale';
import type { Messages, Namespace } from '@/lib/i18n/messages';

export type SurfaceName = 'popup' | 'panel' | 'options';

interface SurfaceState {
  readonly surface: SurfaceName;
  readonly settings: Settings;
  readonly connection: ConnectionState;
  /** Leaves the current view: closes the popup. */
  readonly close: () => void;
}

export const SurfaceContext = createContext<SurfaceState | null>(null);

/** Returns the settings and the connection, which follow changes in other pages of the extension. */
export function useSurface(): SurfaceState {
  const state = use(SurfaceContext);
  if (state === null) throw new Error('Outside of a surface of the extension');
  return state;
}

export interface SurfaceMessages {
  readonly locale: Locale;
  readonly messages: Awaited<ReturnType<LoadMessages>>;
}
/** Loads the namespaces that a page needs; of long ones only some messages. */
export type LoadMessages = (
  locale: Locale,
) => Promise<{ readonly [Name in Namespace]?: Partial<Messages[Name]> }>;

const loadFor = async (settings: Settings, load: LoadMessages): Promise<SurfaceMessages> => {
  const locale = localeOf(settings);
  return { locale, messages: await load(locale) };
};

/**
 * Renders a page of the extension: in the chosen language and theme, with what is stored on this device. The storage is
 * read once, and nothing is rendered before its content is known, so that no fallback delays it.
 */
export async function openSurface(
  surface: SurfaceName,
  {
    loadMessages,
    content,
  }: {
    readonly loadMessages: LoadMessages;
    readonly content: (stored: Stored) => ReactNode | Promise<ReactNode>;
  },
): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  document.body.dataset['surface'] = surface;
  const stored = await readStored();
  const [settings, connection] = [settingsIn(stored), connectionStateIn(stored)];
  showTheme(settings.theme);
  const [texts, shown] = await Promise.all([loadFor(settings, loadMessages), content(stored)]);
  createRoot(root).render(
    <StrictMode>
      <Surface
        initial={{ surface, settings, connection, close: surface === 'popup' ? closePopup : ignore }}
        initialTexts={texts}
        loadMessages={loadMessages}
      >
        {shown}
      </Surface>
    </StrictMode>,
  );
}

const closePopup = (): void => window.close();
const ignore = (): void => undefined;

interface SurfaceProps {
  initial: SurfaceState;
  initialTexts: SurfaceMessages;
  loadMessages: LoadMessages;
  children: ReactNode;
}

function Surface({ initial, initialTexts, loadMessages, children }: SurfaceProps) {
  const [settings, setSettings] = useState(initial.settings);
  const [connection, setConnection] = useState(initial.connection);
  const [{ locale, messages }, setTexts] = useState(initialTexts);
  const [now] = useState(() => new Date());
  useEffect(() => {
    const stop = onConnectionState(setConnection);
    // It may have changed before the subscription.
    void getConnectionState().then((latest) => setConnection((shown) => unlessEqual(shown, latest)));
    return stop;
  }, []);
  useEffect(() => {
    const show = (changed: Settings) => {
      showTheme(changed.theme);
      setSettings((shown) => unlessEqual(shown, changed));
      void loadFor(changed, loadMessages).then(setTexts);
    };
    const stop = onSettings(show);
    void getSettings().then((latest) => {
      if (unlessEqual(initial.settings, latest) === latest) show(latest);
    });
    return stop;
  }, [initial.settings, loadMessages]);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <NextIntlClientProvider
      locale={locale}
      messages={messages}
      timeZone={new Intl.DateTimeFormat().resolvedOptions().timeZone}
      now={now}
    >
      <SurfaceContext value={{ ...initial, settings, connection }}>
        <Region>{children}</Region>
      </SurfaceContext>
    </NextIntlClientProvider>
  );
}

/** Returns the value that is shown if the latest one does not differ. */
const unlessEqual = <Value,>(shown: Value, latest: Value): Value =>
  JSON.stringify(shown) === JSON.stringify(latest) ? shown : latest;

function showTheme(theme: Settings['theme']): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
