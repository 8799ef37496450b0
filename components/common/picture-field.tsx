import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

const accepted = 'image/png,image/jpeg,image/gif,image/webp';

/** The picture in the clipboard that is pasted anywhere in a form; text goes to the fields. */
export function usePastedPicture(onPicture: (file: File) => void): void {
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
export function PictureUpload({ label, pending, onPicture }: PictureUploadProps) {
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
