import { ScreenMessages } from '@/components/common/screen-messages';
import { SettingsFrame } from '@/components/features/settings/settings-frame';

/** The settings show what the layout around them has read for the shell: the account, the spaces, the collections. */
export default function SettingsLayout({ children }: LayoutProps<'/settings'>) {
  return (
    <ScreenMessages namespaces={['Settings']}>
      <SettingsFrame>{children}</SettingsFrame>
    </ScreenMessages>
  );
}
