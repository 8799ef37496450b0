import { noticeMs } from '@/components/common/notify';
import type { EditorRequest } from '@/components/features/bookmarks/editor-store';
import type { Draft } from '@/components/features/bookmarks/editor/draft';
import { openedTexts, watchOpened } from '@/lib/vault/opened';

/**
 * What had been typed, for as long as the notice stands that gives it back. Of a bookmark that is locked meanwhile
 * nothing is kept.
 */
export function keepDraft(request: EditorRequest, draft: Draft): () => EditorRequest {
  let kept: EditorRequest = { ...request, draft };
  const { bookmark } = request;
  if (bookmark?.encrypted === true) {
    const stop = watchOpened(() => {
      if (!openedTexts().has(bookmark.uuid)) kept = { bookmark };
    });
    setTimeout(() => {
      stop();
      kept = { bookmark };
    }, 2 * noticeMs);
  }
  return () => kept;
}
