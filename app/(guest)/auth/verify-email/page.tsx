import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { AuthFrame } from '@/components/features/auth/auth-frame';
import { readGuestQuery, secondsUntilResend } from '@/components/features/auth/guest-query';
import { VerifyEmail } from '@/components/features/auth/verify-email';
import { ReportBug } from '@/components/features/feedback/feedback';
import { visitorAccount } from '@/lib/bff/prefetch';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('EmailCode'))('verifyName') };
}

export default async function VerifyEmailPage({ searchParams }: PageProps<'/auth/verify-email'>) {
  const [query, account] = await Promise.all([searchParams, visitorAccount()]);
  const { destination, link } = readGuestQuery(query);
  if (account?.emailVerified) redirect(destination as never);
  const addressee = account && { email: account.email, wait: secondsUntilResend(account.createdAt) };
  return (
    <AuthFrame report={<ReportBug variant="link" size="inline" className="h-6 text-second touch:h-11" />}>
      <VerifyEmail addressee={addressee} destination={destination} signIn={link('/signin')} />
    </AuthFrame>
  );
}
