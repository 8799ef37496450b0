import { useTranslations } from 'next-intl';
import { useState, type SyntheticEvent } from 'react';
import { SecretField } from '@/components/common/secret-field';
import { Button } from '@/components/ui/button';
import { vault } from '@/extension/components/encryption/vault';

/** Asks for a key, and decrypts the bookmarks of the space that it belongs to. */
export default function UnlockForm({ onUnlocked }: { onUnlocked: () => void }) {
  const t = useTranslations('Vault');
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<'empty' | 'wrong' | 'failed' | null>(null);
  const [isPending, setPending] = useState(false);
  const unlock = async () => {
    if (passphrase === '') {
      setError('empty');
      return;
    }
    setPending(true);
    const result = await vault.unlock(passphrase).catch(() => 'failed' as const);
    setPending(false);
    if (result !== 'unlocked') {
      setError(result);
      return;
    }
    setPassphrase('');
    onUnlocked();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isPending) void unlock();
  };
  return (
    <form method="post" noValidate className="flex flex-col gap-2.5 border-b px-3.5 py-3" onSubmit={submit}>
      <SecretField
        // Opened by the button that asks for it.
        // eslint-disable-next-line jsx-a11y/no-autofocus -- as said
        autoFocus
        label={t('key')}
        showLabel={t('show')}
        hideLabel={t('hide')}
        isKey
        value={passphrase}
        error={error === null ? undefined : t(error)}
        hint={t('keyHint')}
        onChange={({ target }) => setPassphrase(target.value)}
      />
      <Button type="submit" variant="primary" className="self-end" pending={isPending}>
        {t('unlock')}
      </Button>
    </form>
  );
}
