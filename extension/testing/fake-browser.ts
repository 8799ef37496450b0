import { fakeBrowser } from 'wxt/testing/fake-browser';

// Imported before the modules that are tested: they look the browser up once.
Object.assign(globalThis, { chrome: fakeBrowser });

export { fakeBrowser };
