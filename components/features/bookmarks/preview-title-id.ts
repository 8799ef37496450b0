/** The heading that names the panel; there is one panel on a page. */
export const previewTitleId = 'preview-title';
