/** Height in rem, for the virtual list. */
export const groupHeadingRem = 2.125;

/** Heading of a group inside a list. */
export function GroupHeading({ text, index }: { text: string; index?: number }) {
  return (
    <div
      role="listitem"
      className="h-8.5 pt-3.5 px-2 touch:px-0 text-caption font-medium text-muted-foreground"
      data-index={index}
    >
      <h2>{text}</h2>
    </div>
  );
}
