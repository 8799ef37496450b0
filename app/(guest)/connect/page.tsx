import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AppLink } from '@/components/common/app-link';
import { MessagesProvider } from '@/components/common/messages-provider';
import { AuthFrame } from '@/components/features/auth/auth-frame';
import { AuthHeading } from '@/components/features/auth/auth-heading';
import { ConnectForm } from '@/components/features/auth/connect-form';
import { ReportBug } from '@/components/features/feedback/feedback';
import { buttonVariants } from '@/components/ui/button';
import { ApiProblem } from '@/lib/api/problem';
import { viewerAccount, viewerCall } from '@/lib/bff/prefetch';
import {
  answerAddress,
  isOauth,
  readConnectRequest,
  type ConnectRequest,
  type FaultyRequest,
  type PageQuery,
} from '@/lib/domain/connect-request';
import { env } from '@/lib/env/server';
import { isolate } from '@/lib/utils/isolate';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Connect'))('name'), robots: { index: false } };
}

/**
 * Asks the account holder whether a program may have access; also the authorization endpoint of OAuth. Visitors sign in
 * first, and return here. It never redirects by itself: a link to it must not lead to another site.
 */
export default async function ConnectPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const [query] = await Promise.all([searchParams, viewerAccount()]);
  const request = readConnectRequest(query, env().appUrl);
  return (
    <AuthFrame report={<ReportBug variant="link" size="inline" className="h-6 text-second touch:h-11" />}>
      {request === null ? <Invalid /> : <Asked request={request} query={query} />}
    </AuthFrame>
  );
}

interface AskedProps {
  request: ConnectRequest | FaultyRequest;
  query: PageQuery;
}

async function Asked({ request, query }: AskedProps) {
  const account = await viewerAccount();
  const name = isOauth(request) ? await nameOf(request) : request.name;
  if (name instanceof ApiProblem) return <Invalid reason={name.message} />;
  if ('error' in request) return <Faulty request={request} name={name} />;
  const { email, hasPassword, emailVerified } = account;
  if (!emailVerified) return <Unverified name={name} email={email} query={query} />;
  return (
    <MessagesProvider namespaces={['Common', 'Connect', 'Forms', 'Integration', 'Password']}>
      <ConnectForm request={request} name={name} account={{ email, hasPassword }} issuer={env().appUrl} />
    </MessagesProvider>
  );
}

/** Returns the name of an OAuth client, or why it cannot be connected. */
async function nameOf({ client, redirectUri }: Pick<FaultyRequest, 'client' | 'redirectUri'>) {
  const call = await viewerCall();
  return call('account.connectClient', { query: { client, redirectUri } }).then(
    ({ name }) => name,
    (error: unknown) => {
      if (error instanceof ApiProblem) return error;
      throw error;
    },
  );
}

async function Invalid({ reason }: { reason?: string }) {
  const t = await getTranslations('Connect');
  return (
    <>
      <AuthHeading title={t('invalidTitle')} text={reason ?? t('invalidText')} />
      <AppLink href="/" className={buttonVariants({ size: 'lg', className: 'self-start touch:h-11' })}>
        {t('library')}
      </AppLink>
    </>
  );
}

/** The client is known, so it may be told what is wrong, once the user follows the link. */
async function Faulty({ request, name }: { request: FaultyRequest; name: string }) {
  const t = await getTranslations('Connect');
  const { error, redirectUri } = request;
  return (
    <>
      <AuthHeading title={t('invalidTitle')} text={t('faultyText', { name: isolate(name), error })} />
      <a
        href={answerAddress(request, { error }, env().appUrl)}
        rel="noreferrer"
        className={buttonVariants({ size: 'lg', className: 'self-start touch:h-11' })}
      >
        {t('backTo', { host: new URL(redirectUri).host })}
      </a>
    </>
  );
}

async function Unverified({ name, email, query }: { name: string; email: string; query: PageQuery }) {
  const t = await getTranslations('Connect');
  const parameters = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const back = `/connect?${new URLSearchParams(parameters).toString()}`;
  return (
    <>
      <AuthHeading
        title={t('unverifiedTitle')}
        text={t('unverifiedText', { name: isolate(name), email: isolate(email) })}
      />
      <a
        href={`/auth/verify-email?redirect=${encodeURIComponent(back)}`}
        className={buttonVariants({ variant: 'primary', size: 'lg', className: 'self-start touch:h-11' })}
      >
        {t('confirmEmail')}
      </a>
    </>
  );
}
