import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Ribbon } from '@/components/common/logo';
import { isApple } from '@/components/common/shortcut';
import { PicturedChip, PicturedTile } from '@/components/entities/pictured-row';
import { Icon } from '@/components/ui/icon';
import { Kbd } from '@/components/ui/kbd';
import { cn } from '@/lib/utils/cn';

export const slides = ['welcome', 'suggestions', 'privacy', 'spaces', 'shortcuts', 'ready'] as const;

type Slide = (typeof slides)[number];

const pictures: Record<Slide, () => ReactNode> = {
  welcome: LibraryPicture,
  suggestions: SuggestionsPicture,
  privacy: PrivacyPicture,
  spaces: SpacesPicture,
  shortcuts: ShortcutsPicture,
  ready: ReadyPicture,
};

/**
 * Illustration of a slide, drawn with the classes of the real screens. Decorative: the text is complete without
 * it.
 */
export function TourPicture({ slide }: { slide: Slide }) {
  const Picture = pictures[slide];
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none flex h-54 shrink-0 items-center justify-center overflow-hidden border-b bg-muted px-4 select-none max-md:h-66 max-md:items-end max-md:pb-5"
    >
      <Picture />
    </div>
  );
}

const Card = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={cn('w-full max-w-96 min-w-0 rounded-lg border bg-card px-2 py-1.5 shadow-card', className)}>
    {children}
  </div>
);

interface RowProps {
  tile: ReactNode;
  title: string;
  address: string;
  chip?: ReactNode;
  last?: boolean;
}

const Row = ({ tile, title, address, chip, last = false }: RowProps) => (
  <div className={last ? 'row after:opacity-0' : 'row'}>
    {tile}
    <span className="row-text">
      <span className="row-title">{title}</span>
      <span className="row-address">{address}</span>
    </span>
    {chip}
  </div>
);

function LibraryPicture() {
  const t = useTranslations('Welcome.sample');
  return (
    <Card>
      <Row
        tile={<PicturedTile letter="D" color="#2c4f84" />}
        title={t('one')}
        address="dataintensive.net"
        chip={<PicturedChip name={t('reading')} color="#3d7fb5" />}
      />
      <Row
        tile={<PicturedTile letter="P" color="#5f7f2e" />}
        title={t('two')}
        address="panelinha.com.br"
        chip={<PicturedChip name={t('recipes')} color="#7a9e3a" />}
      />
      <Row
        tile={<PicturedTile letter="B" color="#1f3a63" />}
        title={t('three')}
        address="back-on-track.eu"
        chip={<PicturedChip name={t('travel')} color="#1f8a8a" />}
        last
      />
    </Card>
  );
}

function SuggestionsPicture() {
  const t = useTranslations('Welcome.sample');
  return (
    <Card>
      <Row tile={<PicturedTile letter="B" color="#1f3a63" />} title={t('three')} address="back-on-track.eu" />
      <div className="px-2 pt-2.5 pb-2">
        <p className="flex items-center gap-2 text-caption text-muted-foreground">
          <Icon name="i-sparkles" className="text-primary" />
          {t('suggested')}
        </p>
        <p className="mt-2 flex gap-1.5">
          <PicturedChip name={t('travel')} color="#1f8a8a" />
          <PicturedChip name={t('trains')} color="#b5763d" />
          <PicturedChip name={t('maps')} color="#6c5fb5" />
        </p>
      </div>
    </Card>
  );
}

function PrivacyPicture() {
  const t = useTranslations('Welcome.sample');
  return (
    <div className="grid w-full max-w-96 grid-cols-1 gap-3">
      <Card>
        <div className="row after:opacity-0">
          <span className="tile tile-lock">
            <Icon name="i-lock" />
          </span>
          <span className="row-text">
            <span className="row-title row-masked">{'*'.repeat(17)}</span>
            <span className="row-address row-masked">{'*'.repeat(11)}</span>
          </span>
          <span className="chip chip-encrypted">{t('encrypted')}</span>
        </div>
      </Card>
      <Card className="flex items-center gap-3 px-4 py-3">
        <Icon name="i-key-round" className="text-primary" />
        <span className="text-muted-foreground">{t('key')}</span>
        <span className="ml-auto tracking-widest">{'•'.repeat(12)}</span>
      </Card>
    </div>
  );
}

function SpacesPicture() {
  const t = useTranslations('Welcome.sample');
  return (
    <Card className="max-w-64 p-1.5">
      {(
        [
          ['personal', 'i-house'],
          ['work', 'i-briefcase'],
          ['team', 'i-users'],
        ] as const
      ).map(([name, icon], at) => (
        <p
          key={name}
          className={cn('flex h-11 items-center gap-3 rounded-md px-3 font-medium', at === 0 && 'bg-accent')}
        >
          <Icon name={icon} className="text-muted-foreground" />
          {t(name)}
          {at === 0 ? <Icon name="i-check" className="ml-auto text-primary" /> : null}
        </p>
      ))}
    </Card>
  );
}

function ShortcutsPicture() {
  const t = useTranslations('Welcome.sample');
  const mod = isApple() ? '⌘' : 'Ctrl';
  return (
    <Card className="max-w-72 px-4">
      {(
        [
          ['search', [mod, 'K']],
          ['addBookmark', [mod, 'B']],
          ['addCollection', [mod, 'U']],
          ['shortcuts', ['?']],
        ] as const
      ).map(([name, keys]) => (
        <p key={name} className="flex h-10 items-center justify-between border-b last:border-b-0">
          {t(name)}
          <span className="inline-flex gap-0.5">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </span>
        </p>
      ))}
    </Card>
  );
}

function ReadyPicture() {
  const t = useTranslations('Welcome.sample');
  return (
    <div className="grid w-full max-w-80 grid-cols-1 justify-items-center gap-6">
      <Ribbon className="h-18! w-12!" />
      <Card className="flex items-center gap-3 px-4 py-2.5">
        <Icon name="i-link" className="text-muted-foreground" />
        <span className="text-muted-foreground">{'https://'}</span>
        <span className="ml-auto inline-flex h-8 items-center rounded-md bg-primary px-3 font-medium text-primary-foreground">
          {t('addBookmark')}
        </span>
      </Card>
    </div>
  );
}
