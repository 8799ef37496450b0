import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { AdminUser } from '@/lib/contract/admin';

type BadgedUser = Pick<AdminUser, 'plan' | 'emailVerified' | 'isAdmin' | 'suspendedAt'>;

/** Badges for the properties that distinguish an account from most others. */
export function UserBadges({ user: { plan, emailVerified, isAdmin, suspendedAt } }: { user: BadgedUser }) {
  const t = useTranslations('Admin.badge');
  return (
    <>
      {suspendedAt === null ? null : <Badge tone="danger">{t('suspended')}</Badge>}
      {isAdmin ? <Badge>{t('admin')}</Badge> : null}
      {plan === 'pro' ? <Badge tone="accent">{t('pro')}</Badge> : null}
      {emailVerified ? null : <Badge tone="warning">{t('unverified')}</Badge>}
    </>
  );
}
