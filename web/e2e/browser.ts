/** The browsers of the tests: Debian's, so that none is downloaded. */

/** The full Chromium, for tests of notifications, which are shown outside the page. */
export const WHOLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The headless shell, which uses a third less of the processor; the full Chromium if that is not installed. */
export const BARE = process.env.CHROMIUM_HEADLESS_SHELL ?? WHOLE;

/** How a browser is started. */
export const launch = (executablePath: string) => ({
  executablePath,
  args: ['--no-sandbox', '--disable-background-networking'],
});
