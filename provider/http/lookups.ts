/**
 * Makes equal lookups of one turn of the event loop share one answer: a page asks for several things at once, each in
 * the name of the same session. A lookup begins only after all who share it have asked, so none of them gets an answer
 * that is older than its question.
 */
export function shareLookups<T>(
  look: (key: string) => Promise<T>,
  endOfTurn: (run: () => void) => void = setImmediate,
): (key: string) => Promise<T> {
  const waiting = new Map<string, Promise<T>>();
  return (key) => {
    const known = waiting.get(key);
    if (known) return known;
    const answer = new Promise<T>((resolve, reject) => {
      endOfTurn(() => {
        waiting.delete(key);
        look(key).then(resolve, reject);
      });
    });
    waiting.set(key, answer);
    return answer;
  };
}
