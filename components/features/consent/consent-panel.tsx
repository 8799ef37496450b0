'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import {
  consentDialog,
  consentKey,
  consentVersion,
  noteBanner,
  readConsent,
  type Consent,
  type ConsentRecord,
} from '@/components/common/consent';
import { forgetLists } from '@/components/common/forget-lists';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from '@/components/ui/dialog';
import { Switch } from '@/components/ui/switch';
import { isConsentRequired } from '@/lib/api/session-routes';
import { eraseOfflineCopy } from '@/lib/offline/erase';

type Choice = Pick<Consent, 'analytics' | 'localStorage'>;

const everything: Choice = { analytics: true, localStorage: true };
const nothing: Choice = { analytics: false, localStorage: false };

function decide(choice: Choice): void {
  const record: ConsentRecord = {
    necessary: true,
    ...choice,
    hasConsented: true,
    version: consentVersion,
    timestamp: new Date().toISOString(),
  };
  try {
    window.localStorage.setItem(consentKey, JSON.stringify(record));
  } catch {
    // Without storage, the next page asks again.
  }
  if (!choice.localStorage) {
    forgetLists();
    void eraseOfflineCopy();
  }
  // The browser notifies only the other tabs.
  window.dispatchEvent(new Event('storage'));
}

/** The banner, if consent has to be asked for, and the preferences. Otherwise everything is granted. */
export function ConsentPanel({ isUndecided }: { isUndecided: boolean }) {
  const { id, isOpen } = consentDialog.useDialog();
  const [isRequired, setRequired] = useState(false);
  useEffect(() => {
    if (!isUndecided) return;
    let isStale = false;
    const ask = async () => {
      const isNeeded = await isConsentRequired();
      if (isStale) return;
      if (isNeeded) setRequired(true);
      else decide(everything);
    };
    void ask();
    return () => {
      isStale = true;
    };
  }, [isUndecided]);
  return (
    <>
      {isUndecided && isRequired ? <ConsentBanner /> : null}
      {id > 0 ? <ConsentDialog key={id} isOpen={isOpen} /> : null}
    </>
  );
}

function ConsentBanner() {
  useEffect(noteBanner, []);
  const t = useTranslations('Consent');
  return (
    <section
      aria-labelledby="consent-title"
      className="fixed inset-x-3 bottom-20 z-40 flex animate-fade-in flex-col gap-3 rounded-lg border bg-popover p-4 shadow-float md:right-5 md:bottom-5 md:left-auto md:w-105"
    >
      <div>
        <h2 id="consent-title" className="font-semibold">
          {t('title')}
        </h2>
        <p className="mt-1 text-second text-pretty text-muted-foreground">{t('text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button className="touch:h-11" onClick={() => decide(everything)}>
          {t('acceptAll')}
        </Button>
        <Button className="touch:h-11" onClick={() => decide(nothing)}>
          {t('onlyNecessary')}
        </Button>
        <Button variant="ghost" className="touch:h-11" onClick={() => consentDialog.open(null)}>
          {t('choose')}
        </Button>
      </div>
    </section>
  );
}

function ConsentDialog({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('Consent');
  const common = useTranslations('Common');
  const [choice, setChoice] = useState<Choice>(() => readConsent() ?? nothing);
  const save = () => {
    decide(choice);
    consentDialog.close();
  };
  const row = (name: keyof Consent, isOn: boolean, onChange?: (isOn: boolean) => void) => (
    <div key={name} className="flex items-start justify-between gap-4 border-b py-3.5 last:border-b-0">
      <div className="min-w-0">
        <label htmlFor={`consent-${name}`} className="font-medium">
          {t(`${name}.title`)}
        </label>
        <p id={`consent-${name}-text`} className="text-second text-pretty text-muted-foreground">
          {t(`${name}.text`)}
        </p>
      </div>
      <Switch
        id={`consent-${name}`}
        aria-describedby={`consent-${name}-text`}
        className="mt-0.5"
        checked={isOn}
        disabled={onChange === undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      />
    </div>
  );
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : consentDialog.close())}>
      <DialogContent closeLabel={common('close')} width="sm">
        <DialogHeader title={t('preferences')} description={t('preferencesText')} />
        <DialogBody>
          {row('necessary', true)}
          {row('localStorage', choice.localStorage, (localStorage) => setChoice({ ...choice, localStorage }))}
          {row('analytics', choice.analytics, (analytics) => setChoice({ ...choice, analytics }))}
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setChoice(everything)}>{t('allowAll')}</Button>
          <Button variant="primary" onClick={save}>
            {t('save')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
