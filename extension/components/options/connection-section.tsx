import { useTranslations } from 'next-intl';
import { useState, type SyntheticEvent } from 'react';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { SecretField } from '@/components/common/secret-field';
import { Button } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Input } from '@/components/ui/input';
import { Spinner } from '@/components/ui/spinner';
import { Section } from '@/extension/components/options/section';
import { eraseLists } from '@/extension/components/popup/known-lists';
import { useSurface } from '@/extension/components/surface';
import { cancelConnecting, connect, connectWithToken, disconnect } from '@/extension/lib/connect';
import type { ConnectFailure, Connection } from '@/extension/lib/connection';

/** The server and the account, and how to connect to them. */
export function ConnectionSection() {
  const t = useTranslations('Extension.options');
  const { connection: state } = useSurface();
  return (
    <Section title={t('connection')}>
      {state.status === 'connected' ? <Connected connection={state.connection} /> : null}
      {state.status === 'pending' ? (
        <div role="status" className="flex flex-wrap items-center gap-3">
          <Spinner />
          <p className="min-w-0 flex-1">{t('pending')}</p>
          <Button onClick={() => void cancelConnecting()}>{t('pendingCancel')}</Button>
        </div>
      ) : null}
      {state.status === 'revoked' ? <FormAlert text={t('revoked')} /> : null}
      {state.status === 'disconnected' || state.status === 'revoked' ? (
        <ConnectForm
          initialAddress={state.status === 'revoked' ? state.connection.origin : suggestedAddress}
          initialFailure={state.status === 'disconnected' ? state.failure : null}
        />
      ) : null}
    </Section>
  );
}

/** Of the hosted service, if the build has one. */
const suggestedAddress = import.meta.env.WXT_SERVER_URL ?? '';
const example = 'https://markwell.example';

function Connected({ connection: { account, origin } }: { connection: Connection }) {
  const t = useTranslations('Extension.options');
  const [isPending, setPending] = useState(false);
  const end = () => {
    setPending(true);
    void Promise.all([disconnect(), eraseLists()]).finally(() => setPending(false));
  };
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p dir="auto" className="font-medium">
          {t('connectedAs', { name: account.name || account.email })}
        </p>
        <p dir="auto" className="text-second text-muted-foreground">
          {t('connectedTo', { email: account.email, server: new URL(origin).host })}
        </p>
      </div>
      <p className="text-second text-pretty text-muted-foreground">{t('disconnectHint')}</p>
      <Button variant="destructive" className="self-start" pending={isPending} onClick={end}>
        {t('disconnect')}
      </Button>
    </div>
  );
}

interface ConnectFormProps {
  initialAddress: string;
  initialFailure: ConnectFailure | null;
}

/** Failures that concern what was typed, and are shown at its field. */
const addressFailures: readonly ConnectFailure[] = [
  'invalid_address',
  'insecure',
  'not_markwell',
  'unreachable',
];

function ConnectForm({ initialAddress, initialFailure }: ConnectFormProps) {
  const t = useTranslations('Extension.options');
  const [address, setAddress] = useState(initialAddress);
  const [token, setToken] = useState<string | null>(null);
  const [failure, setFailure] = useState(initialFailure);
  const [isPending, setPending] = useState(false);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setFailure(null);
    // Begun by this very click: the browser asks for its permission only then.
    void (token === null ? connect(address) : connectWithToken(address, token))
      .catch((): ConnectFailure => 'unreachable')
      .then(setFailure)
      .finally(() => setPending(false));
  };
  const isOfAddress = failure !== null && addressFailures.includes(failure);
  const isOfToken = failure === 'token_rejected' && token !== null;
  const text = failure === null ? undefined : t(`failure.${failure}`);
  return (
    <form method="post" noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field label={t('address')} hint={t('addressHint', { example })} error={isOfAddress ? text : undefined}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="url"
            spellCheck={false}
            placeholder={example}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
      </Field>
      {token === null ? null : (
        <TokenInput value={token} onChange={setToken} error={isOfToken ? text : undefined} />
      )}
      <FormAlert text={isOfAddress || isOfToken ? null : (text ?? null)} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" size="lg" pending={isPending}>
          {t('connect')}
        </Button>
        {token === null ? (
          <ButtonBase
            className="text-primary underline-offset-4 hover:underline touch:hit"
            onClick={() => setToken('')}
          >
            {t('haveToken')}
          </ButtonBase>
        ) : null}
        <p role="status" className="text-second text-muted-foreground">
          {isPending ? t('connecting') : null}
        </p>
      </div>
    </form>
  );
}

interface TokenInputProps {
  value: string;
  onChange: (token: string) => void;
  error: string | undefined;
}

function TokenInput({ value, onChange, error }: TokenInputProps) {
  const t = useTranslations('Extension.options');
  const keys = useTranslations('Password');
  return (
    <SecretField
      label={t('token')}
      hint={t('tokenHint')}
      showLabel={keys('show')}
      hideLabel={keys('hide')}
      isKey
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
