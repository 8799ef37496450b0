import type { ReactNode } from 'react';
import { ScreenMessages } from '@/components/common/screen-messages';

export default function GuestLayout({ children }: { children: ReactNode }) {
  return <ScreenMessages namespaces={['Auth', 'Password']}>{children}</ScreenMessages>;
}
