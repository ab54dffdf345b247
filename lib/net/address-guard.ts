import ipaddr from 'ipaddr.js';
import { httpUrl } from '../../schema/api/text';

/** Where webhooks may go. */
export interface AddressPolicy {
  readonly environment: 'production' | 'development';
}

/**
 * Addresses that hand out a cloud machine's credentials; refused in every environment. ipaddr.js calls 168.63.129.16
 * (Azure) and 100.100.100.200's like public or shared, so they are named here.
 */
const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
].map((address) => ipaddr.parse(address).toNormalizedString());

/**
 * Judges one address.
 * @param address IPv4 or IPv6, as the resolver or the socket gives it
 * @returns true when a request may go there
 */
export function isAddressAllowed(address: string, policy: AddressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  // IPv4 inside IPv6 (::ffff:127.0.0.1) is judged as what it is.
  const plain = ipaddr.process(address);
  if (METADATA.includes(plain.toNormalizedString())) return false;
  return policy.environment === 'development' || plain.range() === 'unicast';
}

/**
 * Judges a URL without looking up its name: scheme, credentials and literal addresses in all spellings, which the
 * URL parser has already folded (0x7f.1, 2130706433, full-width digits).
 * @returns null when it may be used, else why not, for an administrator to read
 */
export function refusalOfUrl(text: string, policy: AddressPolicy): string | null {
  const url = httpUrl(text);
  if (!url) return 'must be an absolute http or https URL';
  if (policy.environment === 'production' && url.protocol !== 'https:')
    return 'must be an https address in production';
  if (url.username || url.password) return 'must not contain a user name or password';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host) && !isAddressAllowed(host, policy))
    return 'must not point to a private, local or metadata address';
  if (policy.environment === 'production' && /(^|\.)(localhost|local|internal)$/i.test(host))
    return 'must not point to a name of the local network';
  return null;
}
