'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { fileSize } from '@/components/features/import-export/importing/file-size';
import { useDropTarget } from '@/components/features/import-export/importing/use-drop-target';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { limits } from '@/lib/contract/limits';
import { cn } from '@/lib/utils/cn';

interface DropZoneProps {
  onFile: (file: File) => void;
  /** The pointer, the focus or a file comes near: a good moment to load what is shown next. */
  onNear: () => void;
}

/** Takes a file by dropping it or by the system's own dialog. */
export function DropZone({ onFile, onNear }: DropZoneProps) {
  const t = useTranslations('ImportExport');
  const format = useFormatter();
  const { isOver, handlers } = useDropTarget({ onFile, onNear });
  return (
    <label
      {...handlers}
      onPointerEnter={onNear}
      className={cn(
        'group flex min-h-56 cursor-pointer flex-col items-center justify-center gap-1 rounded-xl border-2 border-dashed px-4 py-8 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isOver ? 'border-primary bg-accent' : 'border-input bg-card hover:border-faint',
      )}
    >
      <span className="mb-3 grid size-12 place-items-center rounded-xl bg-muted text-muted-foreground group-hover:text-foreground">
        <Icon name="i-file-up" className="size-5" />
      </span>
      <span className="font-serif text-panel font-semibold text-balance">
        {t(isOver ? 'dropNow' : 'dropTitle')}
      </span>
      <span className="text-second text-muted-foreground">
        {t('chooseHint', { size: fileSize(format, limits.importBytes) })}
      </span>
      <input
        type="file"
        accept=".html,.htm,text/html,.json,application/json"
        className="sr-only"
        aria-label={t('choose')}
        onFocus={onNear}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after it was refused.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <span
        aria-hidden="true"
        className={buttonVariants({ variant: 'primary', size: 'lg', className: 'mt-4 touch:h-11' })}
      >
        {t('choose')}
      </span>
    </label>
  );
}
