import { ensureBuilt } from '../../host/bin/build.cjs';
import { startDatabaseServer, type DatabaseServer } from './mariadb';
import { ensure } from './tools';

declare global {
  var testDatabaseServer: DatabaseServer | undefined;
}

/** Brings up what the tests use for real: a MySQL-family server, a browser, curl. Installs what is missing or says so. */
export default async function setUp(): Promise<void> {
  const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  process.env['TEST_CHROMIUM'] ??= ensure(browsers, 'chromium');
  process.env['TEST_CURL'] ??= ensure(['curl'], 'curl');
  process.env['TEST_OPENSSL'] ??= ensure(['openssl'], 'openssl');
  ensure(['git'], 'git');
  // Once for all tests that start real processes, which run side by side.
  ensureBuilt();
  if (process.env['TEST_MYSQL_URL']) return;
  globalThis.testDatabaseServer = await startDatabaseServer();
  process.env['TEST_MYSQL_URL'] = globalThis.testDatabaseServer.url;
}
