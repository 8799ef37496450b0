/** Height in rem, for the virtual list. */
export const groupHeadingRem = 2.125;

/** Heading of a group inside a list. */
export function GroupHeading({ text, index }: { text: string; index?: number }) {
  return (
    <div role="listitem" className="group-heading" data-index={index}>
      <h2>{text}</h2>
    </div>
  );
}
