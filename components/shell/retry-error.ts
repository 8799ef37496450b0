/** Failures to load a part of the program: rendering again cannot help, loading the page again can. */
export const isLoadFailure = (error: Error & { code?: string }): boolean =>
  error.name === 'ChunkLoadError' || error.code === 'CSS_CHUNK_LOAD_FAILED';
