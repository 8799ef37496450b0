'use client';

import { Toaster as Sonner } from 'sonner';

/** Where notices stand: bottom left, above the bars at the bottom of small screens. */
export function Toaster({ label, durationMs }: { label: string; durationMs: number }) {
  return (
    // Sonner would bring the focus back whenever it leaves a toast, so that Tab never got past the last one.
    <div className="contents" onFocusCapture={(event) => event.stopPropagation()}>
    <Sonner
      position="bottom-left"
      duration={durationMs}
      visibleToasts={3}
      expand
      className="font-sans! in-[:root:has([data-floating-bar])]:[--mobile-offset-bottom:calc(128px+env(safe-area-inset-bottom))]! in-[:root:has([data-floating-bar])]:[--offset-bottom:76px]!"
      gap={8}
      offset={20}
      mobileOffset={{ bottom: 'calc(64px + env(safe-area-inset-bottom) + 12px)', left: 12, right: 12 }}
      containerAriaLabel={label}
      hotkey={['altKey', 'KeyT']}
      toastOptions={{ unstyled: true, classNames: { toast: 'w-full' } }}
    />
    </div>
  );
}
