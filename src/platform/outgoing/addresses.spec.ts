import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AddressPolicy, checkUrl, ForbiddenAddressError, type Lookup, UnresolvedNameError } from './addresses.js';

const answering =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const unresolvable: Lookup = async () => {
  throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
};

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2620:4f:8000::1',
  '2a00:1450:4001::1',
  '3fff:1000::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '::8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::8.8.8.8',
  '2002:808:808::1',
];

const forbiddenAddresses = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.9',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::2',
  '::127.0.0.1',
  '::10.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::ffff:0.0.0.0',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::127.0.0.1',
  '64:ff9b:1:7f00:0:100::',
  '64:ff9b:1:7f00:0:100:808:808',
  '64:ff9b:2::8.8.8.8',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2001:db8:ffff::1',
  '2002:7f00:1::1',
  '2002:a00:1::1',
  '2002:a9fe:a9fe::1',
  '2002:c0a8:101::',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
];

const notAddresses = [
  '',
  'localhost',
  'example.com',
  '0x7f.1',
  '2130706433',
  '127.1',
  '08.8.8.8',
  '8.8.8.8/32',
  '[::1]',
];

describe('AddressPolicy.judge', () => {
  const policy = new AddressPolicy([]);

  it.each(publicAddresses)('%s is public', (ip) => expect(policy.judge(ip)).toBe('public'));
  it.each(forbiddenAddresses)('%s is forbidden', (ip) => expect(policy.judge(ip)).toBe('forbidden'));
  it.each(notAddresses)('"%s" is no address, so forbidden', (ip) => expect(policy.judge(ip)).toBe('forbidden'));

  describe('with networks that the operator allows', () => {
    const lenient = new AddressPolicy([
      '127.0.0.0/8',
      '::1/128',
      '10.20.0.0/16',
      'fd00:1::/32',
      '::ffff:192.168.7.0/120',
    ]);

    it.each([
      ['127.0.0.1', 'allowed'],
      ['::ffff:127.0.0.1', 'allowed'],
      ['::127.0.0.1', 'allowed'],
      ['64:ff9b::127.0.0.1', 'allowed'],
      ['2002:7f00:1::1', 'allowed'],
      ['::1', 'allowed'],
      ['10.20.255.255', 'allowed'],
      ['10.21.0.0', 'forbidden'],
      ['::ffff:10.21.0.0', 'forbidden'],
      ['fd00:1::9', 'allowed'],
      ['fd00:2::9', 'forbidden'],
      ['192.168.7.9', 'allowed'],
      ['192.168.8.9', 'forbidden'],
      ['169.254.169.254', 'forbidden'],
      ['8.8.8.8', 'public'],
    ])('%s is %s', (ip, judgement) => expect(lenient.judge(ip)).toBe(judgement));

    it('takes an allowed IPv4 network for IPv4 only: loopback and :: are not 0.0.0.1 and 0.0.0.0', () => {
      const everyIPv4 = new AddressPolicy(['0.0.0.0/0']);
      expect(everyIPv4.judge('::1')).toBe('forbidden');
      expect(everyIPv4.judge('::')).toBe('forbidden');
    });
  });

  it('refuses an allow-list that is not made of networks', () => {
    expect(() => new AddressPolicy(['10.0.0.0'])).toThrow();
    expect(() => new AddressPolicy(['intranet/8'])).toThrow();
  });
});

describe('AddressPolicy.resolve', () => {
  it('gives all addresses when all are good', async () => {
    const policy = new AddressPolicy([], answering('8.8.8.8', '2606:4700::1111'));
    expect(await policy.resolve('example.com')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it('refuses a name if one of its addresses is forbidden', async () => {
    const policy = new AddressPolicy([], answering('8.8.8.8', '10.0.0.1'));
    await expect(policy.resolve('example.com')).rejects.toThrow(ForbiddenAddressError);
  });

  it('tells a name without addresses from a forbidden one', async () => {
    await expect(new AddressPolicy([], unresolvable).resolve('nowhere.test')).rejects.toThrow(UnresolvedNameError);
    await expect(new AddressPolicy([], answering()).resolve('nowhere.test')).rejects.toThrow(UnresolvedNameError);
  });

  it('uses the name service of the machine by default', async () => {
    await expect(new AddressPolicy([]).resolve('localhost')).rejects.toThrow(ForbiddenAddressError);
    expect(await new AddressPolicy(['127.0.0.0/8', '::1/128']).resolve('localhost')).not.toEqual([]);
  });
});

describe('AddressPolicy.assertReachableAtCreate', () => {
  const check = (url: string, lookup: Lookup) => new AddressPolicy([], lookup).assertReachableAtCreate(new URL(url));

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:ffff:7f00:1]:8080/',
    'http://169.254.169.254/latest/meta-data/',
  ])('refuses %s without asking the name service', async (url) => {
    await expect(check(url, unresolvable)).rejects.toThrow(ForbiddenAddressError);
  });

  it('accepts a public address', () => check('https://1.1.1.1/', unresolvable));

  it('refuses a name that has a forbidden address', async () => {
    await expect(check('https://intern.example/', answering('1.1.1.1', 'fd00::1'))).rejects.toThrow(
      ForbiddenAddressError,
    );
  });

  it('accepts a name that has public addresses, or none yet', async () => {
    await check('https://example.com/', answering('1.1.1.1'));
    await check('https://not-yet.example/', unresolvable);
    await check('https://not-yet.example/', answering());
  });

  it('accepts a name whose name server does not answer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const accepted = check('https://slow.example/', () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(3000);
    await accepted;
  });
});

describe('checkUrl', () => {
  const check = (url: string, httpsOnly = false) => checkUrl(url, { httpsOnly });

  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.COM:443/a?b=c#d', 'https://example.com/a?b=c'],
    ['http://example.com:8080/x', 'http://example.com:8080/x'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://[::FFFF:127.0.0.1]/', 'http://[::ffff:7f00:1]/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('reads %s as %s', (text, href) => {
    const checked = check(text);
    expect(checked.ok && checked.url.href).toBe(href);
  });

  it.each([
    ['', /begin with https/],
    ['example.com', /begin with https/],
    ['ftp://example.com', /begin with https/],
    ['file:///etc/passwd', /begin with https/],
    ['javascript:alert(1)', /begin with https/],
    ['https:example.com', /begin with https/],
    ['http://', /name a host/],
    ['http://?x', /name a host/],
    ['http://:80', /name a host/],
    ['http://1.2.3.4.5', /name a host/],
    ['http://[fe80::1%25eth0]/', /name a host/],
    ['http://example.com:99999', /name a host/],
    ['https://user@example.com', /user name or password/],
    ['https://:secret@example.com', /user name or password/],
    [' https://example.com', /spaces/],
    ['https://exa\nmple.com', /control/],
    ['https://example.com/\0', /control/],
    [`https://example.com/${'a'.repeat(2029)}`, /2048/],
  ])('refuses %j', (text, reason) => {
    expect(check(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('counts 2048 characters as Unicode does', () => {
    expect(check(`https://example.com/${'a'.repeat(2028)}`).ok).toBe(true);
    expect(check(`https://example.com/${'😀'.repeat(2028)}`).ok).toBe(true);
  });

  it('insists on https where it must', () => {
    expect(check('http://example.com', true)).toEqual({ ok: false, reason: 'must begin with https://' });
    expect(check('https://example.com', true).ok).toBe(true);
  });
});
