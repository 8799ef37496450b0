interface ImportMetaEnv {
  /** Address that the options page suggests, given at build time; undefined without a hosted service. */
  readonly WXT_SERVER_URL?: string;
  readonly CHROME: boolean;
  readonly FIREFOX: boolean;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
