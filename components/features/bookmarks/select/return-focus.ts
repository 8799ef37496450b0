/**
 * Notes where the keyboard is to go on once a selection has been dealt with: to the row that was chosen last, or, where
 * that is gone by then, to the row that has taken its place. The answer brings it there, unless it is somewhere already.
 */
export function rememberPlace(uuid: string | undefined): () => void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset['row']);
  const here = Math.max(0, rows.indexOf(uuid));
  const heirs = [...rows.slice(here), ...rows.slice(0, here).reverse()];
  return () => {
    // By then the bar is gone, and with it the focus if it was there.
    requestAnimationFrame(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      for (const heir of heirs) {
        const stop = document.querySelector<HTMLElement>(
          `[data-row="${CSS.escape(heir ?? '')}"] [data-focus]`,
        );
        if (stop) return stop.focus({ preventScroll: true });
      }
    });
  };
}
