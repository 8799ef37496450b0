'use client';

import { useTranslations } from 'next-intl';
import { Component, type ReactNode } from 'react';
import { FloatingAlert } from '@/components/common/floating-alert';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/utils/cn';

interface RegionProps {
  /**
   * Shown instead of the region: there, as a button alone for a bar, or over the page for components that open
   * above it.
   */
  alert?: 'inline' | 'button' | 'floating';
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
    return <RegionAlert kind={this.props.alert} onRetry={this.retry} />;
  }
}

function RegionAlert({ kind, onRetry }: { kind: RegionProps['alert']; onRetry: () => void }) {
  const t = useTranslations('Common');
  const message = t('regionFailed');
  if (kind === 'floating') return <FloatingAlert message={message} onRetry={onRetry} />;
  const isButton = kind === 'button';
  return (
    <div
      role="alert"
      className={cn('flex flex-col items-start gap-2 text-second text-muted-foreground', !isButton && 'p-3')}
    >
      <span className={isButton ? 'sr-only' : 'text-pretty'}>{message}</span>
      <Button className="touch:h-11" title={message} onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
