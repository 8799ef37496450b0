'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { encode, renderSVG } from 'uqr';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { collectionSlug } from '@/lib/domain/collection-slug';

/** Width of the quiet zone around the code that cameras need, in modules. */
const border = 4;
const options = { ecc: 'M', border } as const;

/** A link as a QR code, dark on light in either theme: many cameras read no other. */
export function QrCode({ url, name }: { url: string; name: string }) {
  const t = useTranslations('Sharing');
  const { size, path } = useMemo(() => draw(url), [url]);
  return (
    <div className="flex flex-wrap items-center gap-4 pt-1">
      <svg
        role="img"
        aria-label={t('qrOf', { name })}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-40 rounded-md border bg-white"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className="flex min-w-40 flex-1 flex-col items-start gap-3">
        <p className="text-second text-pretty text-muted-foreground">{t('qrText')}</p>
        <Button className="touch:h-11" onClick={() => download(url, name)}>
          <Icon name="i-download" />
          {t('download')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the SVG path of the dark modules. */
function draw(url: string): { size: number; path: string } {
  const { data, size } = encode(url, options);
  const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { size, path: rows.join('') };
}

function download(url: string, name: string): void {
  const file = new Blob([renderSVG(url, options)], { type: 'image/svg+xml' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${collectionSlug(name)}-qr.svg`;
  link.click();
  URL.revokeObjectURL(link.href);
}
