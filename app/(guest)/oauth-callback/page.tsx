import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthFrame } from '@/components/features/auth/auth-frame';
import { OauthCallback } from '@/components/features/auth/oauth-callback';
import { ReportBug } from '@/components/features/feedback/feedback';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Oauth'))('name'), robots: { index: false } };
}

const text = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;

export default async function OauthCallbackPage({ searchParams }: PageProps<'/oauth-callback'>) {
  const { code, state, iss, error } = await searchParams;
  return (
    <AuthFrame report={<ReportBug variant="link" size="inline" className="h-6 text-second touch:h-11" />}>
      <OauthCallback code={text(code)} state={text(state)} iss={text(iss)} error={text(error)} />
    </AuthFrame>
  );
}
