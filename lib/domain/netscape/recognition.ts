/**
 * Tells a bookmark file from any other page with links. The doctype, or an attribute that only bookmark files have,
 * settles it; entries in `<dt>` count as long as the page does not say by its doctype that it is something else.
 */
export class Recognition {
  isMarkup = false;
  isCertain = false;
  private isLikely = false;
  private hasOtherDoctype = false;

  get isBookmarkFile(): boolean {
    return this.isCertain || (this.isLikely && !this.hasOtherDoctype);
  }

  doctype(text: string): void {
    this.isMarkup = true;
    if (/netscape-bookmark-file/i.test(text)) this.isCertain = true;
    else this.hasOtherDoctype = true;
  }

  entry(hasMark: boolean, isInTerm: boolean): void {
    if (hasMark) this.isCertain = true;
    if (isInTerm) this.isLikely = true;
  }
}
