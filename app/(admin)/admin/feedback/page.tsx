import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { FeedbackScreen } from '@/components/features/admin/feedback-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Admin'))('section.feedback') };
}

export default function FeedbackPage() {
  return <FeedbackScreen />;
}
