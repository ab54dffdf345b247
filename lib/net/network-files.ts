import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Where the machine keeps what it knows of names by itself. */
export interface NetworkFiles {
  readonly hosts: string;
  readonly resolvConf: string;
}

const SYSTEM_FILES: NetworkFiles = {
  hosts: process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
};

/** Addresses that the hosts file gives a name (hosts(5)); read each time, because container hosts rewrite it. */
export async function hostsEntries(name: string, files = SYSTEM_FILES): Promise<string[]> {
  return (await lines(files.hosts)).flatMap(([address = '', ...names]) =>
    isIP(address) && names.some((one) => one.toLowerCase() === name) ? [address] : [],
  );
}

/**
 * The names to ask for, in order: completed from the search list of resolv.conf(5) when there are few dots, as in
 * the networks of containers, where `receiver.tools` is a whole address.
 */
export async function searchCandidates(name: string, files = SYSTEM_FILES): Promise<string[]> {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const settings = await lines(files.resolvConf);
  const [, ...search] = settings.findLast(([word]) => word === 'search' || word === 'domain') ?? [];
  const options = settings.filter(([word]) => word === 'options').flat();
  const dots = Number(options.findLast((one) => one.startsWith('ndots:'))?.slice(6) ?? 1);
  const completed = search.map((domain) => `${name}.${domain.replace(/\.$/, '')}`);
  return name.split('.').length > dots ? [name, ...completed] : [...completed, name];
}

/** The words of each line that says anything; none when there is no such file. */
async function lines(path: string): Promise<string[][]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .map((line) => line.replace(/[#;].*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/));
}
