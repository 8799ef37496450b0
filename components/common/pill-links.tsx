import type { Route } from 'next';
import { AppLink } from '@/components/common/app-link';

interface PillLink {
  key: string;
  label: string;
  href: Route;
}

/**
 * Filters stored in the URL. Their links are not prefetched: each would render the open page on the server once more.
 */
export function PillLinks({
  label,
  items,
  current,
  className,
}: {
  label: string;
  items: readonly PillLink[];
  current: string;
  className?: string;
}) {
  return (
    <nav aria-label={label} className={className}>
      <div className="pill-row">
        {items.map(({ key, label: text, href }) => (
          <AppLink
            key={key}
            href={href}
            scroll={false}
            prefetch={false}
            aria-current={key === current ? 'true' : undefined}
            className="pill"
          >
            {text}
          </AppLink>
        ))}
      </div>
    </nav>
  );
}
