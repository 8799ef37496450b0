'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRowDates } from '@/components/common/row-dates';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import '@/components/entities/key-field/recovery-sheet.css';
import { isolate } from '@/lib/utils/isolate';

interface SheetProps {
  passphrase: string;
  hint: string | null;
}

/** Prints a key on a separate sheet; the key is in the page only while printing. */
export function RecoverySheetButton({ passphrase, hint }: SheetProps) {
  const t = useTranslations('Keys');
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <Button className="touch:h-11" onClick={() => setPrinting(true)}>
        <Icon name="i-printer" />
        {t('print')}
      </Button>
      {isPrinting ? (
        <RecoverySheet passphrase={passphrase} hint={hint} onPrinted={() => setPrinting(false)} />
      ) : null}
    </>
  );
}

export function RecoverySheet({ passphrase, hint, onPrinted }: SheetProps & { onPrinted: () => void }) {
  const t = useTranslations('Keys.sheet');
  const { day } = useRowDates();
  const printed = useEffectEvent(onPrinted);
  useEffect(() => {
    const done = () => printed();
    addEventListener('afterprint', done);
    // Some browsers block here until printing is done, others only start it.
    print();
    return () => removeEventListener('afterprint', done);
  }, []);
  return createPortal(
    <section className="recovery-sheet hidden print:mx-auto print:my-8 print:block print:max-w-136 print:bg-white print:text-[12pt]/[1.5] print:text-[#000]">
      <h1 style={{ fontSize: '20pt', fontWeight: 600 }}>{t('title')}</h1>
      <p>{t('text')}</p>
      <p style={{ margin: '1.5rem 0', padding: '1rem', border: '1px solid', fontSize: '15pt' }}>
        <code style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{passphrase}</code>
      </p>
      {hint ? <p>{t('hint', { hint: isolate(hint) })}</p> : null}
      <p>{t('made', { date: day(new Date().toISOString()), place: location.host })}</p>
      <ol style={{ margin: '1.5rem 0 0 1.25rem', listStyle: 'decimal' }}>
        <li>{t('keep')}</li>
        <li>{t('exact')}</li>
        <li>{t('lost')}</li>
      </ol>
    </section>,
    document.body,
  );
}
