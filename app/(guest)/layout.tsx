import type { ReactNode } from 'react';
import { MessagesProvider } from '@/components/common/messages-provider';

export default function GuestLayout({ children }: { children: ReactNode }) {
  return (
    <MessagesProvider namespaces={['Auth', 'Common', 'EmailCode', 'Errors', 'Oauth', 'Password']}>
      {children}
    </MessagesProvider>
  );
}
