import ipaddr from 'ipaddr.js';

/** The network of an IP address: for IPv6 the /64, because one subscriber has all of it. */
export function networkOf(ip: string | null): string {
  if (!ip || !ipaddr.IPv6.isValid(ip)) return ip ?? 'unknown';
  return ipaddr.IPv6.networkAddressFromCIDR(`${ip.split('%')[0]}/64`).toString();
}
