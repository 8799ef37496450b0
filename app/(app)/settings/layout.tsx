import { AddMessages } from '@/components/common/messages-provider';
import { SettingsFrame } from '@/components/features/settings/settings-frame';

/**
 * The settings use data that the surrounding layout has prefetched for the shell: the account, the spaces, the
 * collections.
 */
export default function SettingsLayout({ children }: LayoutProps<'/settings'>) {
  return (
    <AddMessages
      namespaces={[
        'Assistants',
        'Billing',
        'Collections',
        'EmailCode',
        'Forms',
        'Integration',
        'Keys',
        'Password',
        'Security',
        'Settings',
        'Vault',
      ]}
    >
      <SettingsFrame>{children}</SettingsFrame>
    </AddMessages>
  );
}
