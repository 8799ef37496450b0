'use client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useId } from 'react';
import { AppLink } from '@/components/common/app-link';
import { PageHeader } from '@/components/common/page-header';
import { SortMenu } from '@/components/common/sort-menu';
import { useUrlText } from '@/components/common/use-url-text';
import { fullName } from '@/components/entities/initials';
import { UserAvatar } from '@/components/entities/user-avatar';
import { AdminList } from '@/components/features/admin/admin-list';
import { useAdminFormat } from '@/components/features/admin/use-admin-format';
import { UserBadges } from '@/components/features/admin/user-badges';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { adminQueries, type AdminFilter } from '@/lib/api/admin';
import type { AdminUser, AdminUserSort } from '@/lib/contract/admin';
import { limits } from '@/lib/contract/limits';

const userSorts = [
  'createdAt-DESC',
  'createdAt-ASC',
  'lastActive-DESC',
  'lastActive-ASC',
  'email-ASC',
  'email-DESC',
  'bookmarks-DESC',
  'bookmarks-ASC',
] as const satisfies readonly `${AdminUserSort}-${'ASC' | 'DESC'}`[];
export type UserSort = (typeof userSorts)[number];

/** The filters of the account list with their values; without one, the list shows all. */
const userFilters = {
  plan: ['free', 'pro'],
  verified: ['true', 'false'],
  suspended: ['true', 'false'],
  admin: ['true', 'false'],
} as const;
type UserFilterName = keyof typeof userFilters;
const userFilterNames = Object.keys(userFilters) as UserFilterName[];

type UserFilters = { readonly q: string; readonly sort: UserSort } & {
  readonly [Name in UserFilterName]?: (typeof userFilters)[Name][number];
};

/** Returns the filters in the URL of the account list; unknown values are ignored. */
export function parseUserFilters(query: URLSearchParams): UserFilters {
  const filters = userFilterNames.flatMap((name) => {
    const value = query.get(name);
    const known: readonly string[] = userFilters[name];
    return value !== null && known.includes(value) ? [[name, value]] : [];
  });
  return {
    q: query.get('q')?.trim() ?? '',
    sort: userSorts.find((sort) => sort === query.get('sort')) ?? userSorts[0],
    ...(Object.fromEntries(filters) as Pick<UserFilters, UserFilterName>),
  };
}

export function usersHref({ q, sort, ...filters }: UserFilters): Route {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  for (const name of userFilterNames) {
    const value = filters[name];
    if (value !== undefined) query.set(name, value);
  }
  if (sort !== userSorts[0]) query.set('sort', sort);
  return `/admin/users${query.size === 0 ? '' : `?${query}`}` as Route;
}

/** Returns the query of the API call for these filters. */
export function usersQuery({ q, sort, ...filters }: UserFilters): AdminFilter<'admin.users'> {
  const [sortField, sortOrder] = sort.split('-') as [AdminUserSort, 'ASC' | 'DESC'];
  return { ...filters, ...(q !== '' && { q }), sortField, sortOrder };
}

export const isFiltered = (filters: UserFilters): boolean =>
  filters.q !== '' || userFilterNames.some((name) => filters[name] !== undefined);

/** All accounts, with search, filters and order, which are stored in the URL. */
export function UsersScreen() {
  const t = useTranslations('Admin');
  const filters = parseUserFilters(useSearchParams());
  const query = useInfiniteQuery({
    ...adminQueries.users(usersQuery(filters)),
    placeholderData: keepPreviousData,
  });
  const pagination = query.data?.pages[0]?.pagination;
  return (
    <>
      <PageHeader
        title={t('section.users')}
        detail={
          pagination
            ? t(pagination.isEstimate ? 'users.totalAbout' : 'users.total', { count: pagination.total })
            : null
        }
        actions={
          <SortMenu
            label={t('users.sort')}
            value={filters.sort}
            shown={t(`users.sorts.${filters.sort}`)}
            options={() => userSorts.map((value) => ({ value, label: t(`users.sorts.${value}`) }))}
            onChange={(sort) => go({ ...filters, sort })}
          />
        }
      />
      <search className="mt-4 mb-5 grid grid-cols-2 gap-2 md:grid-cols-4 lg:grid-cols-[minmax(0,1fr)_repeat(4,9.5rem)]">
        <SearchField filters={filters} />
        {userFilterNames.map((name) => (
          <Filter key={name} name={name} filters={filters} />
        ))}
      </search>
      <div aria-busy={query.isPlaceholderData}>
        <AdminList
          label={t('section.users')}
          query={query}
          rowHeight="min-h-16"
          empty={{
            icon: 'i-users',
            title: t('users.empty'),
            text: t('users.emptyText'),
            action: isFiltered(filters) ? (
              <Button onClick={() => go({ q: '', sort: filters.sort })}>{t('users.clear')}</Button>
            ) : null,
          }}
        >
          {(user) => <UserRow key={user.uuid} user={user} now={query.dataUpdatedAt} />}
        </AdminList>
      </div>
    </>
  );
}

/** The list follows the URL without a request for the page. */
const go = (filters: UserFilters): void => window.history.replaceState(null, '', usersHref(filters));

function SearchField({ filters }: { filters: UserFilters }) {
  const t = useTranslations('Admin.users');
  const id = useId();
  const { text, type, leave } = useUrlText(filters.q, (q) => go({ ...filters, q }));
  return (
    <div className="col-span-2 md:col-span-4 lg:col-span-1">
      <label htmlFor={id} className="sr-only">
        {t('search')}
      </label>
      <Input
        id={id}
        type="search"
        placeholder={t('search')}
        value={text}
        maxLength={limits.emailLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="touch:h-11"
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
      />
    </div>
  );
}

const all = 'all';

function Filter({ name, filters }: { name: UserFilterName; filters: UserFilters }) {
  const t = useTranslations('Admin.users');
  const label = (value: string) =>
    t(`filter.${name}.${value === all ? 'all' : value === 'pro' || value === 'true' ? 'yes' : 'no'}`);
  return (
    <Select
      aria-label={t(`filter.${name}.label`)}
      value={filters[name] ?? all}
      options={[all, ...userFilters[name]].map((value) => ({ value, label: label(value) }))}
      className="touch:h-11"
      onValueChange={(value) => {
        const { [name]: _, ...others } = filters;
        go(value === all ? others : { ...others, [name]: value });
      }}
    />
  );
}

/** An account with its name and state; on wide screens also its size and dates in columns. */
function UserRow({ user, now }: { user: AdminUser; now: number }) {
  const t = useTranslations('Admin.users');
  const { ago, day } = useAdminFormat();
  return (
    <li className="border-b">
      <AppLink
        href={`/admin/users/${user.uuid}`}
        prefetch={false}
        className="-mx-2 flex min-h-16 items-center gap-3 rounded-md px-2 py-2.5 hover:bg-muted"
      >
        <UserAvatar person={{ ...user, avatar: null }} className="size-9 text-small" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 truncate font-medium">{fullName(user)}</span>
            <UserBadges user={user} />
          </span>
          <span className="block truncate text-second text-muted-foreground">{user.email}</span>
          <span className="block text-second text-muted-foreground tabular-nums md:hidden">
            {t('bookmarks', { count: user.bookmarks })}
            {' · '}
            {t('active', { time: ago(user.lastActiveAt, now) })}
          </span>
        </span>
        <span className="w-36 text-right text-second text-muted-foreground tabular-nums max-md:hidden">
          <span className="block">{t('bookmarks', { count: user.bookmarks })}</span>
        </span>
        <span className="w-44 text-right text-second text-muted-foreground tabular-nums max-md:hidden">
          <span className="block">{t('active', { time: ago(user.lastActiveAt, now) })}</span>
          <span className="block">{t('since', { date: day(user.createdAt) })}</span>
        </span>
        <Icon name="i-chevron-right" className="text-faint" />
      </AppLink>
    </li>
  );
}
