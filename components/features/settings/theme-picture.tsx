import type { CSSProperties } from 'react';
import type { Theme } from '@/lib/contract/account';
import { cn } from '@/lib/utils/cn';

/** A miniature of the product in a theme; for the system's choice, half of each. */
export function ThemePicture({ theme }: { theme: Theme }) {
  return (
    <span
      aria-hidden="true"
      className="relative block h-14 w-26 shrink-0 overflow-hidden rounded-md border forced-color-adjust-none md:mb-3 md:h-20 md:w-auto"
    >
      <Library look={theme === 'dark' ? 'dark' : 'light'} />
      {theme === 'system' ? (
        <Library look="dark" className="[clip-path:polygon(62%_0,100%_0,100%_100%,38%_100%)]" />
      ) : null}
    </span>
  );
}

// The tokens of globals.css that the picture uses: a page has those of one theme only.
const looks = {
  light: {
    '--bg': '#fbfaf8',
    '--sunken': '#f4f2ee',
    '--line': '#e7e3dc',
    '--line-strong': '#d6d0c6',
    '--text': '#1f1c18',
    '--accent': '#b93a1a',
  },
  dark: {
    '--bg': '#151311',
    '--sunken': '#100f0d',
    '--line': '#2b2823',
    '--line-strong': '#3b372f',
    '--text': '#ece8e1',
    '--accent': '#f0784f',
  },
};

const titles = ['w-3/5', 'w-2/5', 'w-1/2'];
const tiles = ['bg-[#3d7fb5]', 'bg-[#7a9e3a]', 'bg-[#8e5aa8]'];

function Library({ look, className }: { look: keyof typeof looks; className?: string }) {
  return (
    <span
      className={cn('absolute inset-0 flex bg-background', className)}
      style={looks[look] as CSSProperties}
    >
      <span className="flex w-1/4 flex-col gap-1 border-r bg-muted p-1.5 md:gap-1.5 md:p-2">
        <span className="h-1.5 w-2/3 rounded-full bg-primary" />
        <span className="mt-1 h-1 rounded-full bg-input" />
        <span className="h-1 rounded-full bg-input" />
        <span className="h-1 w-3/4 rounded-full bg-input" />
      </span>
      <span className="flex flex-1 flex-col justify-center gap-1.5 px-2 md:gap-2 md:px-2.5">
        {titles.map((width, index) => (
          <span key={width} className="flex items-center gap-1.5">
            <span className={cn('size-2.5 rounded-[3px] md:size-3', tiles[index])} />
            <span className={cn('h-1.5 rounded-full bg-foreground/70', width)} />
          </span>
        ))}
      </span>
    </span>
  );
}
