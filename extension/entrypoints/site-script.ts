import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

// Runs on the pages of the connected server only, so that the app does not offer the extension to those who have it.
export default defineUnlistedScript(() => {
  try {
    localStorage.setItem('extensionInstalled', 'true');
  } catch {
    // Without storage the app does not offer the extension either.
  }
});
