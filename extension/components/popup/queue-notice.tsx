import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { discardQueued, getQueue, onQueue, retryQueued, type QueuedSave } from '@/extension/lib/queue';

/** Saves that wait for the server, and those that it refused with the reason. */
export function QueueNotice() {
  const t = useTranslations('Extension');
  const [queue, setQueue] = useState<readonly QueuedSave[]>([]);
  useEffect(() => {
    void getQueue().then(setQueue);
    return onQueue(setQueue);
  }, []);
  const waiting = queue.filter(({ state }) => state === 'waiting');
  const refused = queue.filter(({ state }) => state === 'refused');
  if (queue.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 border-b px-3.5 py-2.5 text-second">
      {waiting.length > 0 ? (
        <p className="flex items-center gap-2 text-muted-foreground">
          <Icon name="i-cloud-upload" className="size-3.5" />
          {t('queue.waiting', { count: waiting.length })}
        </p>
      ) : null}
      {refused.map(({ uuid, body, problem }) => (
        <div key={uuid} className="flex flex-col gap-1.5">
          <p dir="auto" className="truncate font-medium">
            {body.title || body.url}
          </p>
          <p role="alert" className="text-destructive">
            {t('queue.refused', { reason: problem?.message ?? '' })}
          </p>
          <div className="flex gap-2">
            <Button size="sm" onClick={() => void retryQueued(uuid)}>
              {t('queue.retry')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void discardQueued(uuid)}>
              {t('queue.discard')}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
