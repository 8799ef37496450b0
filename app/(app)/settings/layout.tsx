import { appNamespaces } from '@/app/(app)/namespaces';
import { MessagesProvider } from '@/components/common/messages-provider';
import { SettingsFrame } from '@/components/features/settings/settings-frame';

/**
 * The settings use data that the surrounding layout has prefetched for the shell: the account, the spaces, the
 * collections.
 */
export default function SettingsLayout({ children }: LayoutProps<'/settings'>) {
  return (
    <MessagesProvider
      namespaces={[
        ...appNamespaces,
        'Billing',
        'EmailCode',
        'Assistants',
        'Integration',
        'Password',
        'Security',
        'Settings',
      ]}
    >
      <SettingsFrame>{children}</SettingsFrame>
    </MessagesProvider>
  );
}
