import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { Limiter } from '../concurrency/limiter.js';

/** Timeout and tries per name server. */
const DNS_OPTIONS = { timeout: 2_000, tries: 2 };
/** Concurrent and queued system lookups. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 100;

/**
 * DNS resolver. `dns.lookup` blocks one of the four threads of libuv, which files and passwords need too, so a few unresponsive
 * name servers would stall the process. Names are resolved by c-ares without a thread; the system resolver is used only for
 * names unknown to DNS, such as those in the hosts file.
 */
export class Names {
  readonly #resolver = new Resolver(DNS_OPTIONS);
  readonly #system = new Limiter({ atOnce: MAX_CONCURRENT, maxWaiting: MAX_WAITING });

  /** `servers` other than those of the machine: `127.0.0.1:5353`. */
  constructor(servers?: string[]) {
    if (servers) this.#resolver.setServers(servers);
  }

  /** All addresses of a name, at least one. Rejects when there is none, or no answer. */
  async lookup(name: string): Promise<LookupAddress[]> {
    const answers = await Promise.allSettled([this.#resolver.resolve4(name), this.#resolver.resolve6(name)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index ? 6 : 4 })) : [],
    );
    if (found.length) return found;
    const silence = answers.find((answer) => answer.status === 'rejected' && answer.reason.code === 'ETIMEOUT');
    if (silence) throw (silence as PromiseRejectedResult).reason;
    return this.#system.run(() => lookup(name, { all: true }), { key: name });
  }
}
