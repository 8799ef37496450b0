import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { Icon } from '@/components/ui/icon';

interface PlanHintProps {
  /** What such a collection is good for, or what becomes of one that is there. */
  kind: 'teaser' | 'keptText';
  onFollow: () => void;
}

/** That rules are part of the Pro plan, and the way there. */
export function PlanHint({ kind, onFollow }: PlanHintProps) {
  const t = useTranslations('Collections.smart');
  return (
    <p className="flex items-start gap-2 rounded-md bg-accent px-3 py-2.5 text-pretty">
      <Icon name="i-funnel" className="mt-0.5 text-primary" />
      <span>
        {t.rich(kind, {
          plans: (words) => (
            <Link
              href="/settings/subscription?plan=pro"
              onClick={onFollow}
              className="font-medium text-primary underline"
            >
              {words}
            </Link>
          ),
        })}
      </span>
    </p>
  );
}
