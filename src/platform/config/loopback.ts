import ipaddr from 'ipaddr.js';

/** Whether a host name or IP address, from a URL or a socket, is this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (address === 'localhost' || address.endsWith('.localhost')) return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Whether requests to an address leave the machine unencrypted. */
export function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return protocol === 'http:' && !isLoopback(hostname!);
}
