import { limits } from '@/lib/contract/limits';
import { decodeText } from '@/lib/domain/netscape/text';

type Captured = 'title' | 'heading' | 'description';

// Caps of text whose entities are not decoded yet; the longest entity is 33 characters.
const rawCaps = {
  title: limits.titleLength * 34,
  heading: limits.titleLength * 34,
  description: limits.descriptionLength * 34,
};

/** Collects the text of one title, heading or description while the tags around it are read. */
export class Capture {
  kind: Captured | 'none' = 'none';
  private raw = '';
  private cap = 0;
  private linkUrl = '';
  private linkText = '';

  begin(kind: Captured): void {
    this.kind = kind;
    this.raw = '';
    this.cap = rawCaps[kind];
    this.linkUrl = '';
  }

  append(raw: string): void {
    if (this.raw.length > this.cap) return;
    this.raw += raw;
    if (this.linkUrl !== '') this.linkText += raw;
  }

  /** A link inside a description: its address is kept behind its words, since the description is plain text. */
  openLink(url: string): void {
    this.closeLink();
    this.linkUrl = url;
    this.linkText = '';
  }

  closeLink(): void {
    const { linkUrl } = this;
    this.linkUrl = '';
    if (linkUrl === '' || decodeText(this.linkText) === linkUrl) return;
    this.append(` (${linkUrl.replaceAll('&', '&amp;')})`);
  }

  /** Ends the capture and answers the text as it stands in the file. */
  take(): string {
    this.closeLink();
    const { raw } = this;
    this.kind = 'none';
    this.raw = '';
    return raw;
  }
}
