/** The browsers of the tests: Debian's, so that none is downloaded. */

/** A whole Chromium, for what a page shows outside itself: notifications. */
export const WHOLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The same without all that nobody sees in a test, which needs a third less of the processor; if there is none, the whole one. */
export const BARE = process.env.CHROMIUM_HEADLESS_SHELL ?? WHOLE;

/** How a browser is started. */
export const launch = (executablePath: string) => ({
  executablePath,
  args: ['--no-sandbox', '--disable-background-networking'],
});
