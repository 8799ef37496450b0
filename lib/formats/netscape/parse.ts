import { limits } from '@/lib/contract/limits';
import { folderExtras, type Attributes } from '@/lib/formats/netscape/attributes';
import { emptyDraft, setText, type Draft } from '@/lib/formats/draft';
import {
  addProblem,
  ImportLimitError,
  importLimits,
  type DefaultCollection,
  type ImportEntry,
  type ImportFolder,
} from '@/lib/formats/entry';
import { Folders, type Heading } from '@/lib/formats/folders';
import { Scanner, type MarkupSink } from '@/lib/formats/netscape/scanner';
import { readDraft } from '@/lib/formats/netscape/draft';
import { decodeLine, decodeTitle, decodeText } from '@/lib/formats/text';

type CaptureKind = 'title' | 'heading' | 'description';

// Maximum lengths before decoding entities; the longest entity has 33 characters.
const rawLengths = {
  title: limits.titleLength * 34,
  heading: limits.titleLength * 34,
  description: limits.descriptionLength * 34,
};

/** Collects the text of one title, heading or description across nested tags. */
class Capture {
  kind: CaptureKind | 'none' = 'none';
  private raw = '';
  private maxLength = 0;
  private linkUrl = '';
  private linkText = '';

  begin(kind: CaptureKind): void {
    this.kind = kind;
    this.raw = '';
    this.maxLength = rawLengths[kind];
    this.linkUrl = '';
  }

  append(raw: string): void {
    if (this.raw.length > this.maxLength) return;
    this.raw += raw;
    if (this.linkUrl !== '') this.linkText += raw;
  }

  /** Begins a link inside a description: its URL is appended to its text, since descriptions are plain text. */
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

  /** Ends the capture and returns the raw text. */
  take(): string {
    this.closeLink();
    const { raw } = this;
    this.kind = 'none';
    this.raw = '';
    return raw;
  }
}

/**
 * Detects bookmark files among other pages with links. The doctype, or an attribute that occurs only in bookmark files,
 * is conclusive; entries in `<dt>` are sufficient unless the page has another doctype.
 */
class Recognition {
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

/** Summary of a completely read file. */
export interface NetscapeSummary {
  /** Whether this is a bookmark file and not another page with links. */
  readonly isBookmarkFile: boolean;
  /** Whether there was any markup. */
  readonly isMarkup: boolean;
  readonly entryCount: number;
  /** In order of first appearance, with their descriptions. */
  readonly folders: readonly ImportFolder[];
  /** Present if the file describes it; browser files never do. */
  readonly defaultCollection?: DefaultCollection;
}

export interface NetscapeParser {
  /** Whether the file is known to be a bookmark file; does not change back to false. */
  readonly isBookmarkFile: boolean;
  /** Parses the next chunk of the file, of any size. Throws ImportLimitError if the file exceeds the limits. */
  write(text: string): void;
  end(): NetscapeSummary;
}

/**
 * Creates a parser for bookmark files of browsers and services. It processes chunks, in time linear in their length,
 * and throws only if a limit is exceeded: malformed content is skipped or noted on the entry.
 */
export function createNetscapeParser(options: {
  onEntry: (entry: ImportEntry) => void;
  folders?: Folders;
}): NetscapeParser {
  const reader = new Reader(options.onEntry, options.folders ?? new Folders());
  const scanner = new Scanner(reader);
  return {
    get isBookmarkFile() {
      return reader.isCertainlyBookmarkFile;
    },
    write: (text) => scanner.write(text),
    end: () => {
      scanner.end();
      return reader.summary();
    },
  };
}

/**
 * [Note: Bookmark structure] A heading names the folder of the next list, whether the list is beside it, inside it or
 * after a closed `</dt>`, so `<dt>` itself opens nothing. A list without a heading is ignored, surplus or missing list
 * tags are tolerated, and a heading without a list is an empty folder, except in a file without any list, where it
 * begins a section. The first `<h1>` is the title of the file. `<dd>` describes the preceding item, bookmark or folder.
 */
class Reader implements MarkupSink {
  private readonly capture = new Capture();
  private readonly recognition = new Recognition();
  private entryCount = 0;
  private draft: Draft | null = null;
  private heading: (Omit<Heading, 'name'> & { isTitle: boolean }) | null = null;
  /** Folder of a heading whose list has not begun. */
  private pendingFolder: ImportFolder | null = null;
  private pendingTitle: Heading | null = null;
  private describedFolder: ImportFolder | null = null;
  private section: ImportFolder | null = null;
  private hasHeading = false;
  private hasList = false;
  private hasTerm = false;
  private inTerm = false;
  private skipping: string | null = null;

  constructor(
    private readonly onEntry: (entry: ImportEntry) => void,
    private readonly folders: Folders,
  ) {}

  get wantsText(): boolean {
    return this.capture.kind !== 'none';
  }

  text(raw: string): void {
    this.capture.append(raw);
  }

  markup(): void {
    this.recognition.isMarkup = true;
  }

  doctype(text: string): void {
    this.recognition.doctype(text);
  }

  open(tag: string, attributes: Attributes, line: number): void {
    this.recognition.isMarkup = true;
    if (this.skipping !== null || this.openInDescription(tag, attributes)) return;
    switch (tag) {
      case 'a':
        return this.openEntry(attributes, line);
      case 'dt':
      case 'li':
        return this.openTerm(tag);
      case 'dd':
        return this.openDescription();
      case 'dl':
      case 'ul':
      case 'ol':
        return this.openList(tag);
      case 'hr':
        return this.finishItem();
      case 'br':
      case 'p':
        return this.capture.append('\n');
      case 'script':
      case 'style':
        return this.skip(tag);
      default:
        return this.openHeading(tag, attributes);
    }
  }

  close(tag: string): void {
    if (this.skipping !== null) {
      if (tag === this.skipping) this.skipping = null;
    } else if (tag === 'a') {
      if (this.capture.kind === 'title') this.endCapture();
      else this.capture.closeLink();
    } else if (tag === 'dd') {
      if (this.capture.kind === 'description') this.endCapture();
    } else if (/^h\d$/.test(tag)) {
      if (this.capture.kind === 'heading') this.endCapture();
    } else if (tag === 'dl' || ((tag === 'ul' || tag === 'ol') && !this.isInProse)) {
      this.finishItem();
      this.pendingFolder = null;
      this.folders.leave();
    }
  }

  unclosedComment(line: number): void {
    this.finishItem();
    this.draft = { ...emptyDraft(line), folder: this.folders.current, problems: ['unclosed_comment'] };
  }

  end(): void {
    this.finishItem();
  }

  get isCertainlyBookmarkFile(): boolean {
    return this.recognition.isCertain;
  }

  summary(): NetscapeSummary {
    const { isBookmarkFile, isMarkup } = this.recognition;
    return { isBookmarkFile, isMarkup, entryCount: this.entryCount, folders: this.folders.all };
  }

  /** Whether the parser is in a description of a file with `<dt>` items: links and lists there are part of the text. */
  private get isInProse(): boolean {
    return this.capture.kind === 'description' && this.hasTerm;
  }

  private openInDescription(tag: string, attributes: Attributes): boolean {
    if (!this.isInProse) return false;
    if (tag === 'a') this.capture.openLink(attributes.get('href'));
    else if (tag === 'ul' || tag === 'ol' || tag === 'li') this.capture.append('\n');
    else return false;
    return true;
  }

  /** Skips the code of a page; inside lists, the tag is part of an unescaped title. */
  private skip(tag: string): void {
    if (!this.wantsText && this.folders.isOutside) this.skipping = tag;
  }

  private openTerm(tag: string): void {
    this.finishItem();
    this.hasTerm ||= tag === 'dt';
    this.inTerm = true;
  }

  private openEntry(attributes: Attributes, line: number): void {
    const isInTerm = this.inTerm && this.hasTerm;
    this.finishItem();
    this.recognition.entry(attributes.hasMark, isInTerm);
    if (!this.hasList && this.pendingFolder !== null) this.section = this.pendingFolder;
    this.forgetHeading();
    this.draft = readDraft(attributes, line, this.folders.current ?? this.section);
    this.capture.begin('title');
  }

  private openHeading(tag: string, attributes: Attributes): void {
    const isTitle =
      tag === 'h1' && !this.hasHeading && !this.inTerm && this.folders.isOutside && this.entryCount === 0;
    this.finishItem();
    this.forgetHeading();
    this.hasHeading = true;
    this.heading = {
      isTitle,
      addedAt: attributes.date('add_date', []),
      modifiedAt: attributes.date('last_modified', []),
      extra: attributes.extra(folderExtras, []),
    };
    this.capture.begin('heading');
  }

  private openDescription(): void {
    this.endCapture();
    this.capture.begin('description');
  }

  private openList(tag: string): void {
    this.finishItem();
    this.hasList = true;
    this.section = null;
    // A Pocket export has no title: its first h1 is the name of its first list.
    if (this.pendingTitle !== null && tag !== 'dl')
      this.pendingFolder = this.folders.add(this.pendingTitle, null);
    this.folders.enter(this.pendingFolder ?? this.folders.current);
    this.forgetHeading();
  }

  private forgetHeading(): void {
    this.pendingFolder = null;
    this.pendingTitle = null;
  }

  /** Ends the current item and emits its entry: the next item begins, or the list ends. */
  private finishItem(): void {
    this.endCapture();
    const { draft } = this;
    this.draft = null;
    this.describedFolder = null;
    this.inTerm = false;
    if (draft === null) return;
    this.entryCount += 1;
    if (this.entryCount > importLimits.entries) throw new ImportLimitError('entries');
    this.onEntry(draft);
    this.folders.entries = this.entryCount;
  }

  private endCapture(): void {
    const { kind } = this.capture;
    if (kind === 'none') return;
    const raw = this.capture.take();
    if (kind === 'heading') this.endHeading(decodeLine(raw));
    else if (kind === 'description') this.describe(decodeText(raw));
    else if (this.draft !== null) setText(this.draft, 'title', decodeTitle(raw, this.draft.problems));
  }

  private endHeading(name: string): void {
    if (this.heading === null) return;
    const { isTitle, ...dates } = this.heading;
    this.heading = null;
    if (isTitle) {
      this.pendingTitle = { name, ...dates };
      return;
    }
    this.pendingFolder = this.folders.add({ name, ...dates }, this.folders.current);
    this.describedFolder = this.pendingFolder;
  }

  private describe(text: string): void {
    const { draft } = this;
    const item = draft ?? this.describedFolder;
    if (item === null || text === '') return;
    const max = draft === null ? limits.collectionDescriptionLength : limits.descriptionLength;
    if (item.description.length >= max) {
      // Avoids rebuilding a full description for each of a million further texts.
      if (draft !== null) addProblem(draft.problems, 'cut');
      return;
    }
    // An attribute may contain the same description.
    if (item.description === text) return;
    const description = item.description === '' ? text : `${item.description}\n${text}`;
    if (draft !== null) setText(draft, 'description', description);
    else if (this.describedFolder !== null) this.folders.describe(this.describedFolder, description);
  }
}
