import { useTranslations } from 'next-intl';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

interface AskToggleProps {
  isQuestion: boolean;
  onChange: (isQuestion: boolean) => void;
  /** Its height. */
  className: string;
}

/** Says whether the text is read as a question, and changes it. */
export function AskToggle({ isQuestion, onChange, className }: AskToggleProps) {
  const t = useTranslations('Search');
  return (
    <ButtonBase
      aria-pressed={isQuestion}
      title={t('ask.on')}
      className={cn(
        'inline-flex shrink-0 items-center gap-2 rounded-md border px-3 font-medium',
        isQuestion ? 'border-primary/40 bg-accent text-primary' : 'border-input bg-card hover:bg-muted',
        className,
      )}
      onClick={() => onChange(!isQuestion)}
    >
      <Icon name="i-sparkles" />
      {t('ask.label')}
    </ButtonBase>
  );
}
