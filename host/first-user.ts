import { randomBytes } from 'node:crypto';
import type { Cms } from './cms';

export interface FirstUser {
  login: string;
  password: string;
}

/** Makes the administrator on a new site. @returns null when there are users, or another process was faster */
export async function createFirstUser({ users, config }: Cms): Promise<FirstUser | null> {
  if (!(await users.isEmpty())) return null;
  const password = config.adminPassword ?? randomBytes(12).toString('base64url');
  const user = await users.create('admin', 'administrator', password);
  return user && { login: 'admin', password };
}
