import { cn } from '@/lib/utils/cn';

/** Classes of the menus at the side. An entry contains an icon, its name and a count. */
export const sideMenu = {
  item: 'group/item relative',
  link: cn(
    'group/link flex h-8.5 items-center gap-2.5 rounded-md px-[9px] font-medium text-muted-foreground pointer-coarse:h-11',
    'hover:bg-border/45 hover:text-foreground',
    'aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:inset-ring aria-[current=page]:inset-ring-border',
    'data-drop-over:bg-primary/14 data-drop-over:text-foreground data-drop-over:inset-ring-[1.5px] data-drop-over:inset-ring-primary',
  ),
  // Beside its icon in any writing system.
  name: 'min-w-0 flex-1 truncate text-left',
  count: 'text-caption font-normal text-faint tabular-nums group-hover/link:text-muted-foreground',
  heading:
    'relative mx-2 mt-[9px] flex min-h-7.75 flex-none items-center px-2 text-caption font-medium text-muted-foreground pointer-coarse:h-11',
};
