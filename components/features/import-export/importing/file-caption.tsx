'use client';

import { useFormatter } from 'next-intl';
import { fileSize } from '@/components/features/import-export/importing/file-size';
import { Icon } from '@/components/ui/icon';

/** Which file is looked into. */
export function FileCaption({ file }: { file: Pick<File, 'name' | 'size'> }) {
  const format = useFormatter();
  return (
    <>
      <Icon name="i-file-text" className="mt-0.5" />
      <span className="min-w-0 break-all">{file.name}</span>
      <span className="whitespace-nowrap">{fileSize(format, file.size)}</span>
    </>
  );
}
