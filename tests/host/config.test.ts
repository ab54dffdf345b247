import { readConfig } from '../../host/config';

it('reads its settings from the environment and says what is wrong with them', () => {
  expect(readConfig({}).port).toBe(8080);
  expect(() => readConfig({ RETRY_DELAYS: 'soon' })).toThrow(/RETRY_DELAYS must be seconds/);
  expect(() => readConfig({ DATABASE_URL: 'postgres://x' })).toThrow(/DATABASE_URL must look like/);
});
