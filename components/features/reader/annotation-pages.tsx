'use client';

import type { Route } from 'next';
import { AppLink } from '@/components/common/app-link';
import { useRowDates } from '@/components/common/row-dates';
import { Favicon } from '@/components/entities/favicon';
import { AnnotationTagList } from '@/components/features/reader/annotation-tags';
import { annotationHash } from '@/components/features/reader/use-marking';
import type { ListedHighlight } from '@/lib/contract/highlights';
import { displayHost } from '@/lib/domain/display-host';

/** Consecutive annotations of the same page are below one heading. */
function groupByPage(annotations: readonly ListedHighlight[]): ListedHighlight[][] {
  const groups: ListedHighlight[][] = [];
  for (const one of annotations) {
    const last = groups.at(-1);
    if (last?.[0]?.bookmark === one.bookmark) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

interface PagesProps {
  /** Shows only the annotations with a tag. */
  onTag: (tag: string) => void;
  /** Whether there is no network. */
  isOffline?: boolean;
}

/** Annotations with their pages. */
export function AnnotationPages({
  annotations,
  ...props
}: { annotations: readonly ListedHighlight[] } & PagesProps) {
  return (
    <div className="mt-5 max-w-176">
      {groupByPage(annotations).map((group) => (
        <PageGroup key={group[0]?.uuid} group={group} {...props} />
      ))}
    </div>
  );
}

function PageGroup({ group, onTag, isOffline = false }: { group: readonly ListedHighlight[] } & PagesProps) {
  const dates = useRowDates();
  const [first] = group;
  if (first === undefined) return null;
  const { title, url, domain } = first.page;
  const host = displayHost(domain ?? '');
  return (
    <section className="border-t py-5 first:border-t-0">
      <div className="flex items-center gap-3">
        <Favicon host={domain} url={domain ? url : null} />
        <div className="min-w-0">
          <h2 dir="auto" className="truncate text-body font-semibold">
            <ReadLink path={`/read/${first.bookmark}`} isOffline={isOffline} className="hover:underline">
              {title || host || url}
            </ReadLink>
          </h2>
          <p className="truncate text-second text-muted-foreground">{host}</p>
        </div>
      </div>
      <ul className="mt-3 flex flex-col gap-4">
        {group.map((one) => (
          <li key={one.uuid} className="annotation-entry" data-color={one.color}>
            <ReadLink
              path={`/read/${one.bookmark}${annotationHash(one.uuid)}`}
              isOffline={isOffline}
              dir="auto"
              className="annotation-quote hover:underline hover:decoration-input hover:underline-offset-3"
            >
              {one.quote}
            </ReadLink>
            {one.note ? (
              <p dir="auto" className="mt-1.5 text-body wrap-anywhere whitespace-pre-line">
                {one.note}
              </p>
            ) : null}
            <AnnotationTagList tags={one.tags} onChoose={onTag} />
            <time
              dateTime={one.createdAt}
              title={dates.full(one.createdAt)}
              className="mt-1 block text-second text-muted-foreground"
            >
              {dates.short(one.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReadLinkProps {
  path: string;
  isOffline: boolean;
  className: string;
  dir?: 'auto';
  children: string;
}

/** A link to the reader. Without a network, it is a navigation, which the service worker responds to. */
function ReadLink({ path, isOffline, ...props }: ReadLinkProps) {
  return isOffline ? (
    // eslint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the props
    <a {...props} href={path} />
  ) : (
    <AppLink {...props} href={path as Route} prefetch={false} />
  );
}
