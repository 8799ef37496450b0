import { Icon } from '@/components/ui/icon';

/** Why the form as a whole was rejected. */
export function FormAlert({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md border border-destructive/40 bg-destructive/8 px-3 py-2.5 text-destructive"
    >
      <Icon name="i-circle-alert" className="mt-0.5" />
      <span>{text}</span>
    </p>
  );
}
