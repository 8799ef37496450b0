'use client';

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFailureText } from '@/components/common/use-failure-text';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

const accepted = 'image/png,image/jpeg,image/gif,image/webp';

/** A mutation that returns what it has changed. */
interface Write<Saved, Variables> {
  readonly mutate: (variables: Variables, options: { onSuccess: (saved: Saved) => void }) => void;
  readonly reset: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

interface Of {
  readonly params: { readonly uuid: string };
}

interface Writes<Saved, Choice> {
  readonly upload: Write<Saved, Of & { readonly body: Blob }>;
  readonly choose: Write<Saved, Of & { readonly body: Choice }>;
  readonly remove: Write<Saved, Of>;
}

/** Writes the picture of a saved thing at once: its form only saves what is typed. */
export function usePictureWrites<Saved extends { readonly uuid: string }, Choice>(
  saved: Saved,
  { upload, choose, remove }: Writes<Saved, Choice>,
) {
  const all = [upload, choose, remove];
  const params = { uuid: saved.uuid };
  const [latest, setLatest] = useState(saved);
  const begin = () => all.forEach((one) => one.reset());
  return {
    latest,
    isPending: all.some(({ isPending }) => isPending),
    failure: all.find(({ error }) => error !== null)?.error,
    upload: (body: Blob) => {
      begin();
      upload.mutate({ params, body }, { onSuccess: setLatest });
    },
    choose: (body: Choice) => {
      begin();
      choose.mutate({ params, body }, { onSuccess: setLatest });
    },
    remove: () => {
      begin();
      remove.mutate({ params }, { onSuccess: setLatest });
    },
  };
}

interface PictureFieldProps {
  t: (key: 'label' | 'choose' | 'upload' | 'remove' | 'hint' | 'failed') => string;
  /** The picture, or what is shown without one. */
  picture: ReactNode;
  isRemovable: boolean;
  /** Pictures to choose from, rendered once they are asked for; null if there are none. */
  choices: ReactNode;
  writes: {
    readonly isPending: boolean;
    readonly failure: Error | null | undefined;
    readonly upload: (picture: Blob) => void;
    readonly remove: () => void;
  };
}

/** A picture that is chosen from others, uploaded, pasted or removed. */
export function PictureField({ t, picture, isRemovable, choices, writes }: PictureFieldProps) {
  const failureText = useFailureText();
  const { isPending, failure, upload, remove } = writes;
  const [isChoosing, setChoosing] = useState(false);
  usePastedPicture(upload);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{t('label')}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {picture}
        <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
          {choices ? (
            <Button aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              <Icon name="i-image" />
              {t('choose')}
            </Button>
          ) : null}
          <PictureUpload label={t('upload')} pending={isPending} onPicture={upload} />
          {isRemovable ? (
            <Button disabled={isPending} onClick={remove}>
              <Icon name="i-image-off" />
              {t('remove')}
            </Button>
          ) : null}
        </div>
      </div>
      <p className="text-second text-muted-foreground">{t('hint')}</p>
      {isChoosing ? choices : null}
      <p role="alert" className="text-second text-destructive empty:hidden">
        {failure ? failureText(failure, t('failed')) : null}
      </p>
    </fieldset>
  );
}

/** The picture in the clipboard that is pasted anywhere in a form; text goes to the fields. */
function usePastedPicture(onPicture: (file: File) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) =>
      accepted.split(',').includes(type),
    );
    if (file === undefined) return;
    event.preventDefault();
    onPicture(file);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}

interface PictureUploadProps {
  label: string;
  pending: boolean;
  onPicture: (file: File) => void;
}

/** Button that chooses a picture from the files of the device. */
function PictureUpload({ label, pending, onPicture }: PictureUploadProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button pending={pending} onClick={() => file.current?.click()}>
        <Icon name="i-upload" />
        {label}
      </Button>
      <input
        ref={file}
        type="file"
        accept={accepted}
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onPicture(chosen);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
