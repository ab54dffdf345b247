import { chromium, type Browser } from 'playwright-core';

/** Debian's Chromium, headless. Without the last flags it looks for its maker's hosts at every start. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['TEST_CHROMIUM'] as string,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
