import { randomBytes } from 'node:crypto';
import { openCms, type Cms } from './cms';
import { readConfig } from './config';
import { ROLE_NAMES } from './data/users';
import { createFirstUser } from './first-user';

const USAGE = `Usage: npm run --silent host -- <command>
  app-password <login> <name>   makes an application password and prints it
  form-nonce <form id>          prints a nonce for POST /submit
  add-user <login> <role>       makes a user and prints the password; roles: ${ROLE_NAMES.join(', ')}`;

/** A command: prints what was asked for alone on its last line; throws what the operator should read. */
type Command = (cms: Cms, ...words: string[]) => Promise<string>;

const appPassword: Command = async (cms, login = '', name = '') => {
  if (!login || !name) throw new Error(USAGE);
  const user = await cms.users.byLogin(login);
  if (!user) throw new Error(`There is no user "${login}".`);
  return cms.applicationPasswords.create(user.id, name);
};

const formNonce: Command = async (cms, id = '') => {
  if (!/^[1-9]\d{0,15}$/.test(id)) throw new Error(USAGE);
  return cms.contract.nonces.issue(`svc-forms-submit-${id}`, null);
};

const addUser: Command = async (cms, login = '', role = '') => {
  if (!/^[\w.@-]{1,60}$/.test(login) || !ROLE_NAMES.includes(role)) throw new Error(USAGE);
  const password = randomBytes(12).toString('base64url');
  if (!(await cms.users.create(login, role, password)))
    throw new Error(`There is a user "${login}" already.`);
  return password;
};

const COMMANDS: Record<string, Command> = {
  'app-password': appPassword,
  'form-nonce': formNonce,
  'add-user': addUser,
};

async function main([name = '', ...words]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(USAGE);
  const cms = await openCms(readConfig(process.env));
  try {
    // On a new site the commands work before the first start.
    const first = await createFirstUser(cms);
    if (first && !cms.config.adminPassword)
      process.stderr.write(`Administrator: ${first.login}  password: ${first.password}\n`);
    process.stdout.write(`${await command(cms, ...words)}\n`);
  } finally {
    await cms.db.destroy();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message || String(error) : String(error)}\n`);
  process.exitCode = 1;
});
