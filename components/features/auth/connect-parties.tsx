import { useTranslations } from 'next-intl';
import { programOf } from '@/components/entities/token-terms';
import { Icon } from '@/components/ui/icon';
import { isOauth, type ConnectRequest } from '@/lib/domain/connect-request';
import { isolate } from '@/lib/utils/isolate';

interface ConnectPartiesProps {
  request: ConnectRequest;
  name: string;
  email: string;
}

/**
 * The program, the account that it would have access to, and where the answer goes. What a program calls itself proves
 * nothing: its host, or that it runs on this device, does.
 */
export function ConnectParties({ request, name, email }: ConnectPartiesProps) {
  const t = useTranslations('Connect');
  const { icon, host } = programOf(request.client);
  const integration = useTranslations('Integration');
  return (
    <div>
      <ul className="divide-y rounded-lg border bg-card">
        <Party icon={icon} title={name} text={host ?? integration('extension')} />
        <Party icon="i-bookmark" title={email} text={t('account')} />
      </ul>
      <p className="mt-2 text-second text-pretty text-muted-foreground">
        {isOauth(request) ? <Destination redirectUri={request.redirectUri} name={name} /> : t('caution')}
      </p>
    </div>
  );
}

function Party({ icon, title, text }: { icon: `i-${string}`; title: string; text: string }) {
  return (
    <li className="flex items-center gap-3 p-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Icon name={icon} />
      </span>
      <span className="min-w-0">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {title}
        </span>
        <span className="block text-second text-muted-foreground wrap-anywhere">{text}</span>
      </span>
    </li>
  );
}

function Destination({ redirectUri, name }: { redirectUri: string; name: string }) {
  const t = useTranslations('Connect');
  const { protocol, host } = new URL(redirectUri);
  // Only loopback may be plain http.
  if (protocol === 'http:') return t('goesToDevice', { name: isolate(name) });
  return `${t('goesTo', { host: isolate(host) })} ${t('caution')}`;
}
