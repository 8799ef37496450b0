'use client';

import { useTranslations } from 'next-intl';
import { Component, type ReactNode } from 'react';
import { FloatingAlert } from '@/components/common/on-demand';
import { Button } from '@/components/ui/button';

interface RegionProps {
  /** Where the alert stands: in the place of the region, or over the page for what opens above it, such as a dialog. */
  alert?: 'inline' | 'floating';
  children: ReactNode;
}

/** A part of the screen whose errors leave the rest of it working. The alert offers to render it again. */
export class Region extends Component<RegionProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  private readonly retry = () => this.setState({ isBroken: false });

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return <RegionAlert isFloating={this.props.alert === 'floating'} onRetry={this.retry} />;
  }
}

function RegionAlert({ isFloating, onRetry }: { isFloating: boolean; onRetry: () => void }) {
  const t = useTranslations('Common');
  if (isFloating) return <FloatingAlert message={t('regionFailed')} onRetry={onRetry} />;
  return (
    <div role="alert" className="flex flex-col items-start gap-2 p-3 text-second text-muted-foreground">
      <span className="text-pretty">{t('regionFailed')}</span>
      <Button className="touch:h-11" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
