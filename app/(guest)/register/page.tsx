import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthFrame } from '@/components/features/auth/auth-frame';
import { AuthHeading } from '@/components/features/auth/auth-heading';
import { GoogleButton } from '@/components/features/auth/google-button';
import { GuestLink } from '@/components/features/auth/guest-link';
import { readGuestQuery, registerOffer } from '@/components/features/auth/guest-query';
import { RegisterForm } from '@/components/features/auth/register-form';
import { ReportBug } from '@/components/features/feedback/feedback';
import { signInMethods } from '@/lib/bff/prefetch';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Auth');
  return { title: t('registerName') };
}

export default async function RegisterPage({ searchParams }: PageProps<'/register'>) {
  const [t, query, installation] = await Promise.all([
    getTranslations('Auth'),
    searchParams,
    signInMethods(),
  ]);
  const { plan: requestedPlan, destination, link } = readGuestQuery(query);
  const { plan, title, text } = registerOffer(installation, requestedPlan);
  return (
    <AuthFrame report={<ReportBug variant="link" size="inline" className="h-6 text-second touch:h-11" />}>
      <AuthHeading title={t(title)} text={t(text)}>
        {t('haveAccount')}{' '}
        <GuestLink href={link('/signin')} className="font-medium text-primary hover:text-primary-hover">
          {t('signIn')}
        </GuestLink>
      </AuthHeading>
      {query['notice'] === 'account-deleted' ? (
        <p role="status" className="mb-4 rounded-md bg-accent px-3 py-2.5">
          {t('accountDeleted')}
        </p>
      ) : null}
      {installation.google ? <GoogleButton destination={destination} /> : null}
      <RegisterForm plan={plan} next={link('/auth/verify-email')} />
    </AuthFrame>
  );
}
