'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { copyText } from '@/components/common/copy-text';
import { SettingsSection } from '@/components/features/settings/settings-section';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { fieldClass } from '@/components/ui/input';
import { PillChoice } from '@/components/ui/pill-choice';
import { cn } from '@/lib/utils/cn';

interface Server {
  url: string;
  /** Placeholder of the token. */
  token: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const headers = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The lines to paste for each program, in the order of the choice. */
const clients = {
  claudeCode: ({ url, token }: Server) =>
    `claude mcp add --transport http markwell ${url} \\\n  --header "Authorization: Bearer ${token}"`,
  // Reads only programs from its file, so `mcp-remote` connects to the address. A header is split at spaces.
  claudeDesktop: ({ url, token }: Server) =>
    json({
      mcpServers: {
        markwell: {
          command: 'npx',
          args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTHORIZATION}'],
          env: { AUTHORIZATION: `Bearer ${token}` },
        },
      },
    }),
  cursor: ({ url, token }: Server) => json({ mcpServers: { markwell: { url, headers: headers(token) } } }),
  vsCode: ({ url, token }: Server) =>
    json({ servers: { markwell: { type: 'http', url, headers: headers(token) } } }),
  other: ({ url, token }: Server) =>
    json({ mcpServers: { markwell: { type: 'http', url, headers: headers(token) } } }),
} as const;

type Client = keyof typeof clients;
const names = Object.keys(clients) as Client[];

/** How to connect assistants to this server. */
export function AssistantsSection({ origin }: { origin: string }) {
  const t = useTranslations('Assistants');
  const [client, setClient] = useState<Client>('claudeCode');
  const lines = clients[client]({ url: `${origin}/mcp`, token: t('yourToken') });
  return (
    <SettingsSection title={t('title')} text={t('text')}>
      <PillChoice
        label={t('client')}
        options={names.map((value) => ({ value, label: t(`clients.${value}`) }))}
        value={client}
        onValueChange={setClient}
      />
      <p className="mt-4 text-pretty">
        {t.rich(`steps.${client}`, {
          code: (chunks) => <code className="font-mono text-second wrap-anywhere">{chunks}</code>,
        })}
      </p>
      <Lines key={client} text={lines} label={t('lines', { client: t(`clients.${client}`) })} />
      <p className="mt-3 max-w-160 text-second text-pretty text-muted-foreground">{t('scopeHint')}</p>
    </SettingsSection>
  );
}

/** Lines with a button that copies them. */
function Lines({ text, label }: { text: string; label: string }) {
  const t = useTranslations('Assistants');
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'copyFailed');
  return (
    <div className="mt-2 flex flex-col items-start gap-3">
      <textarea
        readOnly
        aria-label={label}
        rows={text.split('\n').length}
        wrap="off"
        spellCheck={false}
        value={text}
        className={cn(
          fieldClass,
          'h-auto w-full resize-none overflow-x-auto px-3 py-2.5 font-mono text-second',
        )}
      />
      <div className="flex items-center gap-3">
        <Button className="touch:h-11" onClick={() => void copy()}>
          <Icon name="i-copy" />
          {t('copy')}
        </Button>
        <p role="status" className="text-second text-muted-foreground">
          {outcome ? t(outcome) : null}
        </p>
      </div>
    </div>
  );
}
