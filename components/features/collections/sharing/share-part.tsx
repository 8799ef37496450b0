import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

interface SharePartProps {
  isPublic: boolean;
  disabled: boolean;
  onShare: () => void;
}

/** In the form of a collection: who sees it, and the way to change that. */
export function SharePart({ isPublic, disabled, onShare }: SharePartProps) {
  const t = useTranslations('Collections');
  return (
    <div className="flex items-center justify-between gap-4 border-t pt-4">
      <p className="flex min-w-0 items-start gap-2 text-second text-pretty text-muted-foreground">
        <Icon name={isPublic ? 'i-globe' : 'i-lock'} className="mt-px text-faint" />
        {t(isPublic ? 'seenByAll' : 'seenByOne')}
      </p>
      <Button disabled={disabled} onClick={onShare}>
        <Icon name="i-share-2" />
        {t('share')}
      </Button>
    </div>
  );
}
