'use client';
import '@/components/common/zod-without-eval';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { v7 as newUuid } from 'uuid';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { useUnsaved } from '@/components/common/use-unsaved';
import {
  annotate,
  canCapture,
  captureScreenshot,
  encodePng,
  type Rectangle,
} from '@/components/features/feedback/screenshot';
import { ScreenshotEditor } from '@/components/features/feedback/screenshot-editor';
import {
  FeedbackError,
  sendFeedback,
  successMs,
  type FeedbackFailure,
} from '@/components/features/feedback/send-feedback';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { FeedbackForm } from '@/lib/contract/feedback';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';

interface Screenshot {
  picture: HTMLCanvasElement;
  rectangles: readonly Rectangle[];
}

/** Required fields besides the description. */
type RequiredFields = Readonly<Partial<Record<'name' | 'email', boolean>>>;

/** The fields in display order. */
const fieldNames = ['name', 'email', 'message'] as const;

export const feedbackSchema = (required: RequiredFields) =>
  FeedbackForm.superRefine((values, context) => {
    for (const name of ['name', 'email'] as const) {
      if (required[name] && values[name].trim() === '') {
        context.addIssue({ code: 'custom', path: [name], message: 'required' });
      }
    }
  });

/** Values, validation and submission of the form; `onSent` is called when the report has arrived. */
function useFeedbackForm(eventId: string | null, required: RequiredFields, onSent: () => void) {
  // A report that is sent again, because it was not confirmed, stays one report.
  const [uuid] = useState(() => newUuid());
  const [screenshot, setScreenshot] = useState<Screenshot | null>(null);
  const [failure, setFailure] = useState<FeedbackFailure | 'screenshot' | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(feedbackSchema(required)),
    defaultValues: { name: '', email: '', message: '' },
  });
  const { errors, isDirty, isSubmitting } = formState;

  const submit = handleSubmit(
    async (values) => {
      setFailure(null);
      try {
        const png = screenshot && encodePng(annotate(screenshot.picture, screenshot.rectangles));
        await sendFeedback({
          ...values,
          uuid,
          url: window.location.origin + window.location.pathname,
          source: 'widget',
          tags: tagsOfPage(),
          ...(eventId !== null && { eventId }),
          ...(png !== null && { screenshot: png }),
        });
        onSent();
      } catch (error) {
        setFailure(error instanceof FeedbackError ? error.failure : 'screenshot');
      }
    },
    () => setFailure(null),
  );
  const isMissing = (name: (typeof fieldNames)[number]): boolean => errors[name]?.message === 'required';
  return {
    register,
    submit,
    isSubmitting,
    isChanged: isDirty || screenshot !== null,
    failure,
    missing: fieldNames.filter(isMissing),
    hasWrongEmail: errors.email?.message === 'invalid_email',
    screenshot,
    setScreenshot,
  };
}

const tagsOfPage = (): Record<string, string> => ({
  language: document.documentElement.lang,
  theme: document.documentElement.dataset['theme'] ?? 'system',
  viewport: `${window.innerWidth}x${window.innerHeight}`,
});

interface FeedbackDialogProps {
  isOpen: boolean;
  /** The error event that the report is about. */
  eventId: string | null;
  required?: RequiredFields;
  onClose: () => void;
}

const nothingElse: RequiredFields = {};

/** Reports a bug: a description, and optionally a name, an email and an annotated screenshot. */
export function FeedbackDialog({ isOpen, eventId, required = nothingElse, onClose }: FeedbackDialogProps) {
  const t = useTranslations('Feedback');
  const formId = useId();
  const [isSent, setSent] = useState(false);
  const [isCapturing, setCapturing] = useState(false);
  const form = useFeedbackForm(eventId, required, () => setSent(true));
  const { register, missing, screenshot, isSubmitting } = form;
  const { close, question } = useUnsaved(form.isChanged && !isSent && isOpen, onClose);
  const label = (name: 'name' | 'email') => (required[name] ? t(name) : t('optional', { field: t(name) }));
  const labels = { name: t('name'), email: t('email'), message: t('message') };
  const isBusy = isSubmitting || isCapturing;
  const alert =
    missing.length > 0
      ? t('requiredFields', { fields: missing.map((name) => labels[name]).join(', ') })
      : form.failure && t(`failure.${form.failure}`);
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open || isBusy ? undefined : close())}>
      <DialogContent
        closeLabel={t('close')}
        width={screenshot && !isSent ? 'lg' : 'sm'}
        locked={isBusy}
        isInvisible={isCapturing}
        onClick={isSent ? onClose : undefined}
      >
        {isSent ? (
          <Sent onClose={onClose} />
        ) : (
          <>
            <DialogHeader title={t('title')} description={t('intro')} />
            <DialogBody>
              <form method="post" id={formId} noValidate onSubmit={(event) => void form.submit(event)}>
                <fieldset disabled={isSubmitting} className="flex flex-col gap-4">
                  <Field label={label('name')}>
                    {(field) => (
                      <Input
                        {...field}
                        {...register('name')}
                        aria-invalid={missing.includes('name') || undefined}
                        autoComplete="name"
                        maxLength={limits.nameLength}
                      />
                    )}
                  </Field>
                  <Field
                    label={label('email')}
                    hint={t('emailHint')}
                    error={form.hasWrongEmail ? t('emailInvalid') : undefined}
                  >
                    {(field) => (
                      <Input
                        {...field}
                        {...register('email')}
                        aria-invalid={missing.includes('email') || field['aria-invalid']}
                        type="email"
                        autoComplete="email"
                        maxLength={limits.emailLength}
                      />
                    )}
                  </Field>
                  <Field label={t('message')}>
                    {(field) => (
                      <Textarea
                        {...field}
                        {...register('message')}
                        aria-invalid={missing.includes('message') || undefined}
                        aria-required
                        className="max-h-60 min-h-28"
                        maxLength={serviceLimits.feedbackLength}
                        placeholder={t('messagePlaceholder')}
                      />
                    )}
                  </Field>
                  <ScreenshotField
                    screenshot={screenshot}
                    onChange={form.setScreenshot}
                    onCapturing={setCapturing}
                  />
                </fieldset>
              </form>
            </DialogBody>
            {/* Outside the scroll container, so that it is visible at any scroll position. */}
            <div className="px-4 pb-3 empty:hidden md:px-6">
              <FormAlert text={alert} />
            </div>
            <DialogFooter>
              <Button disabled={isSubmitting} onClick={close}>
                {t('cancel')}
              </Button>
              <Button type="submit" form={formId} variant="primary" pending={isSubmitting}>
                {t('send')}
              </Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
      {question}
    </Dialog>
  );
}

interface ScreenshotFieldProps {
  screenshot: Screenshot | null;
  onChange: (screenshot: Screenshot | null) => void;
  /** Hides the dialog while capturing, so that it is not in the picture. */
  onCapturing: (isCapturing: boolean) => void;
}

function ScreenshotField({ screenshot, onChange, onCapturing }: ScreenshotFieldProps) {
  const t = useTranslations('Feedback');
  const [failure, setFailure] = useState<'screenshotDenied' | 'screenshotFailed' | null>(null);
  const group = useRef<HTMLDivElement>(null);
  if (!canCapture()) return null;
  const capture = async () => {
    flushSync(() => onCapturing(true));
    try {
      const picture = await captureScreenshot();
      setFailure(null);
      onChange({ picture, rectangles: [] });
    } catch (error) {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
      setFailure(isDenied ? 'screenshotDenied' : 'screenshotFailed');
    }
    flushSync(() => onCapturing(false));
    group.current?.focus();
  };
  return (
    <div
      ref={group}
      role="group"
      aria-label={t('screenshot')}
      tabIndex={-1}
      className="flex flex-col gap-3 outline-none"
    >
      <div className="flex flex-wrap gap-2">
        <Button className="touch:h-11" onClick={() => void capture()}>
          <Icon name="i-camera" />
          {t(screenshot ? 'retakeScreenshot' : 'addScreenshot')}
        </Button>
        {screenshot ? (
          <Button variant="ghost" className="touch:h-11" onClick={() => onChange(null)}>
            {t('removeScreenshot')}
          </Button>
        ) : null}
      </div>
      <FormAlert text={failure && t(failure)} />
      {screenshot ? (
        <ScreenshotEditor
          {...screenshot}
          onChange={(rectangles) => onChange({ ...screenshot, rectangles })}
        />
      ) : null}
    </div>
  );
}

/** Shown instead of the form for a few seconds; a click anywhere closes it. */
function Sent({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Feedback');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    const timer = setTimeout(onClose, successMs);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <>
      <div role="status">
        <DialogHeader title={t('sentTitle')} description={t('sentText')} />
      </div>
      <DialogFooter className="border-t-0">
        <Button ref={button} onClick={onClose}>
          {t('close')}
        </Button>
      </DialogFooter>
    </>
  );
}
