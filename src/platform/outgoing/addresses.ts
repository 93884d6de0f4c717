import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Names } from './names.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** All addresses of a name. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

type Judgement = 'public' | 'allowed' | 'forbidden';

/** A resolved address is neither public nor allowed. The message does not say which one. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
}

/** A name has no address now, or the name service did not answer. */
export class UnresolvedNameError extends Error {
  override name = 'UnresolvedNameError';
}

const networks = (...cidrs: string[]): Network[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

// The IANA IPv4 special-purpose registry without what it calls globally reachable, and multicast. 192.0.0.0/24 is taken
// whole: its two reachable addresses are anycast services of the local network (PCP, TURN), never a receiver.
const specialIPv4 = networks(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata service of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays, deprecated
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
);

// IPv6 needs no list of what lies outside: only 2000::/3 is global unicast, so loopback, unique local, link-local,
// site-local, multicast, 100::/64, 5f00::/16 and everything unassigned are forbidden without being named.
const globalIPv6 = networks('2000::/3');
const specialIPv6 = networks(
  '2001::/23', // protocol assignments (Teredo, benchmarking, ORCHID, …), whole for the reason given above
  '2001:db8::/32', // documentation
  '3fff::/20', // documentation
);

// Loopback and the unspecified address lie inside ::/96 but carry no IPv4 address.
const carryingNothing = networks('::/127');
// Prefix, and the first of the four bytes that hold the IPv4 address. Of the local-use 64:ff9b:1::/48 only the /96
// layout is read: where another one keeps the IPv4 address only the local network knows, so the rest stays forbidden.
const carryingIPv4: [Network[], number][] = [
  [networks('::ffff:0:0/96', '::/96', '64:ff9b::/96', '64:ff9b:1::/96'), 12],
  [networks('2002::/16'), 2],
];

const names = new Names();

/** DNS timeout of the check at creation, in milliseconds. */
const LOOKUP_WAIT_MS = 3000;

/**
 * SSRF protection: decides which addresses user-supplied URLs may reach. Allowed are global unicast addresses by the IANA
 * special-purpose registries, and networks configured by the operator (CIDR).
 */
export class AddressPolicy {
  private readonly allowed: Network[];

  /** Throws on an entry of `allowCidrs` that is not a network. */
  constructor(
    allowCidrs: string[],
    private readonly lookup: Lookup = (hostname) => names.lookup(hostname),
  ) {
    this.allowed = networks(...allowCidrs).map(withoutMapping);
  }

  /** Classifies an address. IPv6 addresses that embed an IPv4 address are classified by that. Unparseable ones are forbidden. */
  judge(ip: string): Judgement {
    if (!isIP(ip)) return 'forbidden';
    const address = ipaddr.parse(ip);
    const carried = carriedIPv4(address);
    if (isPublic(carried ?? address)) return 'public';
    const forms = carried ? [address, carried] : [address];
    return forms.some((form) => isIn(form, this.allowed)) ? 'allowed' : 'forbidden';
  }

  /**
   * Resolves the host of a URL and classifies every address. Throws ForbiddenAddressError if one is forbidden,
   * UnresolvedNameError if there is none.
   */
  async resolve(host: string): Promise<LookupAddress[]> {
    const addresses = literal(host) ?? (await this.ask(host));
    if (addresses.some(({ address }) => this.judge(address) === 'forbidden')) {
      throw new ForbiddenAddressError('The address is not a public one.');
    }
    return addresses;
  }

  /**
   * Throws ForbiddenAddressError if the URL currently resolves to a forbidden address. A name that does not resolve within
   * three seconds is accepted, because every request is checked again.
   */
  async assertReachableAtCreate(url: URL): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((done) => (timer = setTimeout(done, LOOKUP_WAIT_MS)));
    try {
      await Promise.race([this.resolve(url.hostname), waited]);
    } catch (error) {
      if (!(error instanceof UnresolvedNameError)) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async ask(hostname: string): Promise<LookupAddress[]> {
    try {
      const addresses = await this.lookup(hostname);
      if (addresses.length > 0) return addresses;
    } catch (cause) {
      throw new UnresolvedNameError('The host name could not be resolved.', { cause });
    }
    throw new UnresolvedNameError('The host name has no address.');
  }
}

/**
 * Validates the format of a user-supplied URL: http or https, at most 2048 characters, no credentials. The returned URL is
 * normalised (`0x7f.1` becomes 127.0.0.1) and has no fragment. AddressPolicy checks its host. `reason` completes a sentence
 * that begins with the name of the field.
 */
export function checkUrl(
  text: string,
  { httpsOnly }: { httpsOnly: boolean },
): { ok: true; url: URL } | { ok: false; reason: string } {
  if ([...text].length > 2048) return { ok: false, reason: 'must have 2048 characters or fewer' };
  if (/[\s\p{Cc}]/u.test(text)) return { ok: false, reason: 'must not contain spaces or control characters' };
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url || !url.hostname) {
    return { ok: false, reason: 'must begin with https:// or http:// and name a host' };
  }
  if (httpsOnly && url.protocol !== 'https:') return { ok: false, reason: 'must begin with https://' };
  if (url.username || url.password) return { ok: false, reason: 'must not contain a user name or password' };
  url.hash = '';
  return { ok: true, url };
}

/** The address that a URL's host is, if it is one rather than a name. */
function literal(host: string): LookupAddress[] | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family ? [{ address, family }] : undefined;
}

function isPublic(address: Address): boolean {
  return address.kind() === 'ipv4'
    ? !isIn(address, specialIPv4)
    : isIn(address, globalIPv6) && !isIn(address, specialIPv6);
}

function isIn(address: Address, list: Network[]): boolean {
  return list.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}

function carriedIPv4(address: Address): Address | undefined {
  if (address.kind() === 'ipv4' || isIn(address, carryingNothing)) return undefined;
  const start = carryingIPv4.find(([prefixes]) => isIn(address, prefixes))?.[1];
  return start === undefined ? undefined : ipaddr.fromByteArray(address.toByteArray().slice(start, start + 4));
}

/** An operator may write 10.0.0.0/8 as ::ffff:10.0.0.0/104. */
function withoutMapping([network, bits]: Network): Network {
  return network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96
    ? [network.toIPv4Address(), bits - 96]
    : [network, bits];
}
