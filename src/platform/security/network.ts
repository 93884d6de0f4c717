import ipaddr from 'ipaddr.js';

/** What counts as one address: whoever has one of IPv6 has the 2^64 beside it too. */
export function networkOf(ip: string | null): string {
  if (!ip || !ipaddr.IPv6.isValid(ip)) return ip ?? 'unknown';
  return ipaddr.IPv6.networkAddressFromCIDR(`${ip.split('%')[0]}/64`).toString();
}
