'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useContractForm } from '@/components/common/contract-form';
import { FormAlert } from '@/components/common/form-alert';
import { PasswordField, PasswordOwner } from '@/components/common/secret-field';
import { endOf, expiries, ExpirySelect, FetchesPages, ScopeChoice } from '@/components/entities/token-terms';
import { AuthHeading } from '@/components/features/auth/auth-heading';
import { ConnectDone } from '@/components/features/auth/connect-done';
import { ConnectParties } from '@/components/features/auth/connect-parties';
import { Button } from '@/components/ui/button';
import { call } from '@/lib/api/call';
import type { Account } from '@/lib/contract/account';
import { ApproveConnectInput } from '@/lib/contract/connect';
import { limits } from '@/lib/contract/limits';
import { text } from '@/lib/contract/primitives';
import {
  answerAddress,
  connectDonePath,
  isOauth,
  type ConnectAnswer,
  type ConnectRequest,
} from '@/lib/domain/connect-request';
import { isolate } from '@/lib/utils/isolate';

const Terms = ApproveConnectInput.pick({ scope: true, currentPassword: true }).extend({
  expiry: z.enum(expiries),
  fetchesPages: z.boolean(),
});
const TermsWithPassword = Terms.extend({ currentPassword: text(limits.passwordMaxLength, 1) });

interface ConnectFormProps {
  request: ConnectRequest;
  /** Name of the program: an OAuth client has it from its own document. */
  name: string;
  account: Pick<Account, 'email' | 'hasPassword'>;
  /** Origin of this installation, as an OAuth client knows it. */
  issuer: string;
}

type Outcome = 'connected' | 'denied';

/**
 * Returns the function that gives an answer to the program: an OAuth client gets it at its redirect URI, the extension
 * in the address of this page.
 */
function useAnswer(request: ConnectRequest, issuer: string) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const answer = (result: ConnectAnswer) => {
    if (isOauth(request)) {
      window.location.replace(answerAddress(request, result, issuer));
      return;
    }
    // Not a navigation: the code must not be sent to the server, and going back must not show the request again.
    window.history.replaceState(null, '', connectDonePath(result, request.state));
    setOutcome('code' in result ? 'connected' : 'denied');
  };
  return { outcome, answer };
}

/** Shows who asks for which access, and gives the answer of the account holder to the program. */
export function ConnectForm({ request, name, account, issuer }: ConnectFormProps) {
  const t = useTranslations('Connect');
  const { outcome, answer } = useAnswer(request, issuer);
  const isAssistant = isOauth(request);
  const { client, challenge } = request;
  const { control, register, field, submit, refusal, isBusy } = useContractForm({
    schema: account.hasPassword ? TermsWithPassword : Terms,
    fields: ['currentPassword'],
    defaultValues: {
      // More than reading is a choice, even if an assistant asks for it.
      scope: isAssistant ? 'read' : request.scope,
      expiry: isAssistant ? '90' : '365',
      fetchesPages: !isAssistant,
      ...(account.hasPassword && { currentPassword: '' }),
    },
    words: { 'currentPassword.required': t('passwordMissing') },
    send: async ({ expiry, ...terms }) => {
      const { redirectUri, resource } = isAssistant ? request : { redirectUri: undefined, resource: null };
      const place = {
        ...(redirectUri !== undefined && { redirectUri }),
        ...(resource !== null && { resource }),
      };
      const body = { ...terms, ...place, client, name, challenge, expiresAt: endOf(expiry, Date.now()) };
      answer(await call('account.approveConnect', { body }));
    },
    failed: t('failed'),
  });
  const scope = useWatch({ control, name: 'scope' });
  if (outcome !== null) return <ConnectDone outcome={outcome} />;
  return (
    <>
      <AuthHeading title={t('title')} text={t('text', { name: isolate(name) })} />
      <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4 lg:mb-8">
        <ConnectParties request={request} name={name} email={account.email} />
        {request.scope === 'write' ? <ScopeChoice field={register('scope')} /> : <ReadOnly />}
        {isAssistant && scope === 'write' ? (
          <Controller
            control={control}
            name="fetchesPages"
            render={({ field: { value, onChange } }) => <FetchesPages checked={value} onChange={onChange} />}
          />
        ) : null}
        <Controller
          control={control}
          name="expiry"
          render={({ field: { value, onChange } }) => <ExpirySelect value={value} onValueChange={onChange} />}
        />
        {account.hasPassword ? (
          <>
            <PasswordOwner email={account.email} />
            <PasswordField
              {...field('currentPassword')}
              label={t('password')}
              autoComplete="current-password"
            />
          </>
        ) : null}
        <FormAlert text={refusal} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" size="lg" pending={isBusy} className="touch:h-11">
            {t('allow')}
          </Button>
          <Button size="lg" className="touch:h-11" onClick={() => answer({ error: 'access_denied' })}>
            {t('deny')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** A program that asks to see everything cannot be given more. */
function ReadOnly() {
  const t = useTranslations('Integration');
  return (
    <div>
      <p className="mb-1.5 font-medium">{t('scopeLabel')}</p>
      <p className="text-muted-foreground">
        {t('scope.read')}: {t('scopeText.read')}
      </p>
    </div>
  );
}
