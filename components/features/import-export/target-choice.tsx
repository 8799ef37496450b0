'use client';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { Field } from '@/components/common/field';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { fileSize } from '@/components/common/file-size';
import { Icon } from '@/components/ui/icon';
import { Select } from '@/components/ui/select';
import { collectionQueries } from '@/lib/api/collections';

const noTarget = 'none';

interface TargetChoiceProps {
  target: string | null;
  onChange: (uuid: string | null) => void;
  /** Label of the option without a collection; absent: the default collection is that option. */
  otherwise?: string;
  hint: string;
}

/** Selects the target collection. */
export function TargetChoice({ target, onChange, otherwise, hint }: TargetChoiceProps) {
  const t = useTranslations('ImportExport');
  const shell = useTranslations('Shell');
  const { data } = useQuery(collectionQueries.simplified());
  const options = (data?.content ?? [])
    .filter(({ smart }) => !smart)
    .map((collection) => ({
      value: otherwise === undefined && collection.isDefault ? noTarget : collection.uuid,
      label: (
        <span className="inline-flex items-center gap-2">
          <CollectionIcon collection={collection} />
          {collectionName(collection, shell('uncategorized'))}
        </span>
      ),
    }));
  return (
    <Field label={t('target')} hint={hint} className="max-w-90">
      {({ id, 'aria-describedby': describedBy }) => (
        <Select
          id={id}
          aria-describedby={describedBy}
          value={target ?? noTarget}
          onValueChange={(value) => onChange(value === noTarget ? null : value)}
          options={[...(otherwise === undefined ? [] : [{ value: noTarget, label: otherwise }]), ...options]}
        />
      )}
    </Field>
  );
}

/** Name and size of the file. */
export function FileCaption({ file }: { file: Pick<File, 'name' | 'size'> }) {
  const format = useFormatter();
  return (
    <>
      <Icon name="i-file-text" className="mt-0.5" />
      <span dir="auto" className="min-w-0 break-all">
        {file.name}
      </span>
      <span className="whitespace-nowrap">{fileSize(format, file.size)}</span>
    </>
  );
}
