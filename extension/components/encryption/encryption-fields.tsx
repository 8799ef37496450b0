import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useImperativeHandle, useState, useSyncExternalStore, type Ref } from 'react';
import { createEncryptedBody, secretOfDraft } from '@/components/entities/bookmark-draft';
import {
  keyChoice,
  keyHint,
  keyProblems,
  startKeyDraft,
  withCounts,
  type KeyProblems,
} from '@/components/entities/key-field/key-draft';
import { KeyField } from '@/components/entities/key-field/key-field';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Library } from '@/extension/components/library-client';
import { vault } from '@/extension/components/encryption/vault';
import type { PageDraft } from '@/extension/components/popup/page-draft';
import type { Connection } from '@/extension/lib/connection';
import type { NewBookmark } from '@/extension/lib/queue';
import { encryptionQueries } from '@/lib/api/encryption';
import { KeyTooShort, WrongKey } from '@/lib/vault/vault-types';

export interface EncryptDraft {
  /** Returns the encrypted bookmark; null if the key cannot be used, which its field then says. */
  readonly encrypt: (draft: PageDraft, uuid: string) => Promise<NewBookmark | null>;
}

interface EncryptionFieldsProps {
  ref: Ref<EncryptDraft>;
  connection: Connection;
  space: string;
  /** Whether the service received the address before the switch was turned on. */
  wasRequested: boolean;
}

/** The key for a bookmark that is encrypted on this device. */
const EncryptionFields = (props: EncryptionFieldsProps) => (
  <Library connection={props.connection} space={props.space}>
    <KeyChoice {...props} />
  </Library>
);
export default EncryptionFields;

/** The popup ends above the fields that its last switch opens. */
const reveal = (fields: HTMLElement | null): void => fields?.scrollIntoView({ block: 'nearest' });

function KeyChoice({ ref, connection, wasRequested }: EncryptionFieldsProps) {
  const t = useTranslations('BookmarkEditor');
  const { keys } = useSyncExternalStore(vault.watch, vault.state);
  const { data, isError } = useQuery({ ...encryptionQueries.keys(), select: ({ content }) => content });
  const isKnown = data !== undefined || isError;
  const unlocked = withCounts(keys, data);
  const hasKeys = data === undefined || data.length > 0;
  const [chosen, setChosen] = useState<ReturnType<typeof startKeyDraft> | null>(null);
  const [problems, setProblems] = useState<KeyProblems>({});
  const draft = chosen ?? startKeyDraft(unlocked, hasKeys);

  useImperativeHandle(ref, () => ({
    encrypt: async (page, uuid) => {
      const found = keyProblems(draft);
      setProblems(found);
      if (!isKnown || Object.keys(found).length > 0) return null;
      try {
        const { encrypted } = await vault.encryptMany(keyChoice(draft), [
          { uuid, secret: secretOfDraft(page) },
        ]);
        const body = createEncryptedBody(page, uuid, {
          cipher: encrypted[0]?.cipher ?? '',
          hint: keyHint(draft, unlocked) ?? '',
        });
        // A typed key is not kept.
        setChosen(null);
        return body;
      } catch (failure) {
        if (failure instanceof WrongKey) setProblems({ passphrase: 'wrong' });
        else if (failure instanceof KeyTooShort) setProblems({ passphrase: 'short' });
        else throw failure;
        return null;
      }
    },
  }));
  return (
    <div className="flex flex-col gap-3 rounded-lg border p-3">
      <p className="flex items-start gap-2 text-second text-pretty text-muted-foreground">
        <Icon
          name={wasRequested ? 'i-triangle-alert' : 'i-info'}
          className={wasRequested ? 'mt-0.5 text-warning' : 'mt-0.5'}
        />
        <span className="min-w-0 flex-1">{t(wasRequested ? 'wasAsked' : 'encryptText')}</span>
      </p>
      {isKnown ? (
        <div ref={reveal}>
          <KeyField
            draft={draft}
            onChange={setChosen}
            problems={problems}
            personal={[connection.account.name, connection.account.email]}
            {...{ unlocked, hasKeys }}
          />
        </div>
      ) : (
        <Skeleton className="h-9 w-full" />
      )}
    </div>
  );
}
