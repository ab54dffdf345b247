import { FAMILIES } from '../support/databases';
import { startTestHost } from '../support/test-host';
import { describeHostContract } from './contract';

for (const family of FAMILIES)
  describeHostContract(`reference host on ${family}`, async () => {
    const site = await startTestHost(family);
    const { cms } = site.host;
    const admin = async () => {
      const user = await cms.users.byLogin('admin');
      if (!user) throw new Error('The first start makes an administrator.');
      return user;
    };
    return {
      host: cms.contract,
      advance: (seconds) => site.clock.advance(seconds),
      logIn: async () => `theme=dark; cms_session=${await cms.sessions.begin(await admin())}`,
      async logOut(cookie) {
        const session = await cms.sessions.resolve({ headers: { cookie } } as never);
        if (session) await cms.sessions.end(session);
      },
      async applicationPassword() {
        const { id, login } = await admin();
        return { login, password: await cms.applicationPasswords.create(id, 'contract') };
      },
      stop: () => site.stop(),
    };
  });
