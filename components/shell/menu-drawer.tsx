'use client';

import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { buttonVariants } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';

const Drawer = onDemand(
  () => import('@/components/ui/drawer').then((module) => module.Drawer),
  <DialogLoading />,
);

/** On middle-sized screens the sidebar waits behind this button. */
export function MenuDrawer({ children }: { children: ReactNode }) {
  const t = useTranslations('Shell');
  const pathname = usePathname();
  // Remembering where it was opened closes the drawer as soon as a link in it leads elsewhere.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <ButtonBase
        aria-label={t('openMenu')}
        aria-haspopup="dialog"
        onClick={() => {
          setLoaded(true);
          setOpenAt(pathname);
        }}
        className={buttonVariants({ variant: 'ghost', size: 'icon', className: '-ml-2 lg:hidden' })}
      >
        <Icon name="i-menu" />
      </ButtonBase>
      {isLoaded ? (
        <Drawer
          open={openAt === pathname}
          onOpenChange={(open) => setOpenAt(open ? pathname : null)}
          title={t('menu')}
          closeLabel={t('close')}
        >
          {children}
        </Drawer>
      ) : null}
    </>
  );
}
