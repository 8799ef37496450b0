import { fullName, initials } from '@/components/entities/initials';
import type { Account } from '@/lib/contract/account';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/lib/utils/cn';

type Person = Pick<Account, 'firstName' | 'lastName' | 'email' | 'avatar'>;

/** The picture of a user, or the initials; 28 px unless the class sets another size. */
export function UserAvatar({ person, className }: { person: Person; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'relative grid size-7 shrink-0 place-items-center overflow-hidden rounded-full bg-avatar text-tiny font-semibold text-avatar-foreground select-none',
        className,
      )}
    >
      {initials(person)}
      {person.avatar ? (
        <img
          src={person.avatar}
          alt=""
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
    </span>
  );
}

/** Avatar, name, address and plan; shown in the user menu and the settings. */
export function UserCard({
  account,
  planLabel,
  className,
}: {
  account: Person & Pick<Account, 'plan'>;
  planLabel: string;
  className?: string;
}) {
  return (
    <div className={cn('flex min-w-0 items-center gap-3', className)}>
      <UserAvatar person={account} className="size-9 text-small" />
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{fullName(account)}</span>
          <Badge tone={account.plan === 'pro' ? 'accent' : 'outline'} className="h-5 px-1.5">
            {planLabel}
          </Badge>
        </p>
        <p className="truncate text-second text-muted-foreground">{account.email}</p>
      </div>
    </div>
  );
}
