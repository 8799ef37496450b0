import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthFrame } from '@/components/features/auth/auth-frame';
import { ForgotPassword } from '@/components/features/auth/forgot-password';
import { readGuestQuery } from '@/components/features/auth/guest-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('EmailCode'))('forgotName') };
}

export default async function ForgotPasswordPage({ searchParams }: PageProps<'/forgot-password'>) {
  const { link } = readGuestQuery(await searchParams);
  return (
    <AuthFrame>
      <ForgotPassword signIn={link('/signin')} />
    </AuthFrame>
  );
}
