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
  // For an account that only signs in with Google, the email address of its first password is known.
  const firstFor = account?.hasPassword === false ? account.email : null;
  return (
    <AuthFrame report={<ReportBug variant="link" size="inline" className="h-6 text-second touch:h-11" />}>
      <ForgotPassword signIn={link('/signin')} firstFor={firstFor} />
    </AuthFrame>
  );
}
