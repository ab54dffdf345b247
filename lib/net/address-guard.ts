import ipaddr from 'ipaddr.js';
import { httpUrl } from '../../schema/api/text';

/** Where webhooks may go. */
export interface AddressPolicy {
  readonly environment: 'production' | 'development';
  /** Networks (CIDR) that are allowed although they are not public. */
  readonly allowedNetworks: readonly string[];
}

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Addresses that hand out a cloud machine's credentials; refused in every environment and by no allowlist reached.
 * ipaddr.js calls 168.63.129.16 (Azure) public, so they are named here.
 */
const METADATA = [
  '169.254.169.254',
  '169.254.169.253',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.42.42',
  '169.254.0.23',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:42::42',
].map((address) => ipaddr.parse(address).toNormalizedString());

/** All that is assigned of global IPv6 (RFC 4291, 2.4); ipaddr.js also calls the old ::a.b.c.d unicast. */
const GLOBAL_IPV6 = '2000::/3';

/** Milliseconds that saving a URL waits for its name: the attempts judge it again. */
const JUDGE_NAME = 2000;

/**
 * Judges one address.
 * @param address IPv4 or IPv6, as the resolver or the socket gives it
 * @returns true when a request may go there
 */
export function isAddressAllowed(address: string, policy: AddressPolicy): boolean {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  // IPv4 inside IPv6 (::ffff:127.0.0.1) is judged as what it is.
  const plain = ipaddr.process(bare);
  if ([plain, ...carried(plain)].some((one) => METADATA.includes(one.toNormalizedString()))) return false;
  if (policy.environment === 'development') return true;
  return isPublic(plain) || policy.allowedNetworks.some((network) => isWithin(plain, network));
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
  const host = hostOf(url);
  if (ipaddr.isValid(host) && !isAddressAllowed(host, policy)) return PRIVATE;
  return null;
}

/**
 * The same, and every address that the name has now. A name that cannot be looked up is left to the attempts, which
 * judge it again: it may be new.
 */
export async function refusalOfReceiver(
  text: string,
  policy: AddressPolicy,
  resolve: Resolve,
): Promise<string | null> {
  const refusal = refusalOfUrl(text, policy);
  if (refusal) return refusal;
  const addresses = await Promise.race([
    resolve(hostOf(new URL(text))).catch(() => []),
    new Promise<[]>((done) => setTimeout(done, JUDGE_NAME, []).unref()),
  ]);
  return addresses.every((address) => isAddressAllowed(address, policy)) ? null : PRIVATE;
}

/** Names no address, because not everybody who reads it may know the network. */
const PRIVATE = 'must not point to a private, local or metadata address';

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, GLOBAL_IPV6));
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [given, length] = ipaddr.parseCIDR(network);
  // ::ffff:10.0.0.0/104 is a network of IPv4, as the addresses that it is compared with.
  const mapped = 'parts' in given && given.isIPv4MappedAddress() && length >= 96;
  const [base, bits] = mapped ? [given.toIPv4Address(), length - 96] : [given, length];
  return base.kind() === address.kind() && address.match([base, bits] as never);
}

/**
 * The IPv4 addresses that an IPv6 address may carry in its last and its middle part, whatever range it is in: what
 * counts is where a translator on the way could lead it.
 */
function carried(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] {
  if (!('parts' in address)) return [];
  const bytes = address.toByteArray();
  return [bytes.slice(12), bytes.slice(2, 6)].map((part) => new ipaddr.IPv4(part));
}
