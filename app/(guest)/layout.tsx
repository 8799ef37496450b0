import type { ReactNode } from 'react';
import { Interactive } from '@/app/interactive';
import { ScreenMessages } from '@/components/common/screen-messages';

export default function GuestLayout({ children }: { children: ReactNode }) {
  return (
    <Interactive>
      <ScreenMessages namespaces={['Auth', 'Password']}>{children}</ScreenMessages>
    </Interactive>
  );
}
