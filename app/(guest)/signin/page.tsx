import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthFrame } from '@/components/features/auth/auth-frame';
import { AuthHeading } from '@/components/features/auth/auth-heading';
import { GoogleButton } from '@/components/features/auth/google-button';
import { GuestLink } from '@/components/features/auth/guest-link';
import { readGuestQuery } from '@/components/features/auth/guest-query';
import { SignInForm } from '@/components/features/auth/sign-in-form';
import { ReportBug } from '@/components/features/feedback/feedback';
import { signInMethods } from '@/lib/bff/prefetch';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Auth');
  return { title: t('signInName') };
}

export default async function SignInPage({ searchParams }: PageProps<'/signin'>) {
  const [t, query, { google }] = await Promise.all([getTranslations('Auth'), searchParams, signInMethods()]);
  const { destination, link } = readGuestQuery(query);
  return (
    <AuthFrame report={<ReportBug variant="link" size="inline" className="h-6 text-second touch:h-11" />}>
      <AuthHeading title={t('signInTitle')}>
        {t('newHere')}{' '}
        <GuestLink href={link('/register')} className="font-medium text-primary hover:text-primary-hover">
          {t('createAccount')}
        </GuestLink>
      </AuthHeading>
      {google ? <GoogleButton destination={destination} /> : null}
      <SignInForm destination={destination} forgot={link('/forgot-password')} />
    </AuthFrame>
  );
}
