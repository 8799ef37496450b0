/**
 * Attributes of fields whose text must not leave the device: no browser offers to store it, no password manager
 * saves or syncs it, and it is sent to no spelling or writing service. The data attributes are those of
 * 1Password, Bitwarden, LastPass and Dashlane.
 */
export const privateInput = {
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  writingsuggestions: 'false',
  'data-1p-ignore': 'true',
  'data-bwignore': 'true',
  'data-lpignore': 'true',
  'data-form-type': 'other',
} as const;
