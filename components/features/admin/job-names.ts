'use client';

import { useTranslations } from 'next-intl';

/** How often a queue runs, in the form that the messages describe. */
export type Interval = { kind: 'minutes'; count: number } | { kind: 'hourly'; minute: string };

/** Returns the interval of a cron expression; null for one that the messages cannot describe. */
export function intervalOf(cron: string): Interval | null {
  const [minute = '', ...rest] = cron.trim().split(/\s+/);
  if (rest.join(' ') !== '* * * *') return null;
  if (minute === '*') return { kind: 'minutes', count: 1 };
  const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1];
  if (step !== undefined) return { kind: 'minutes', count: Number(step) };
  return /^\d{1,2}$/.test(minute) ? { kind: 'hourly', minute: minute.padStart(2, '0') } : null;
}

/** Names queues and describes their schedules in the user's language. Unknown ones are shown as they are. */
export function useJobNames() {
  const t = useTranslations('Admin.jobs');
  return {
    nameOf: (queue: string): string => {
      const key = `queue.${queue}` as 'queue.imports';
      return t.has(key) ? t(key) : queue;
    },
    scheduleOf: (cron: string): string => {
      const interval = intervalOf(cron);
      if (interval === null) return cron;
      return interval.kind === 'minutes'
        ? t('everyMinutes', { count: interval.count })
        : t('hourly', { minute: interval.minute });
    },
  };
}
