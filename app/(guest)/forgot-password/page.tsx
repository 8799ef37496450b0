import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthFrame } from '@/components/features/auth/auth-frame';
import { ForgotPassword } from '@/components/features/auth/forgot-password';
import { readGuestQuery } from '@/components/features/auth/guest-query';
import { ReportBug } from '@/components/features/feedback/feedback';
import { visitorAccount } from '@/lib/bff/prefetch';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('EmailCode'))('forgotName') };
}

export default async function ForgotPasswordPage({ searchParams }: PageProps<'/forgot-password'>) {
  const [{ link }, account] = await Promise.all([searchParams.then(readGuestQuery), visitorAccount()]);
  // An account that signs in with Google only: it is known whose first password this is.
  const firstFor = account?.hasPassword === false ? account.email : null;
  return (
    <AuthFrame report={<ReportBug variant="link" size="inline" className="h-6 text-second touch:h-11" />}>
      <ForgotPassword signIn={link('/signin')} firstFor={firstFor} />
    </AuthFrame>
  );
}
