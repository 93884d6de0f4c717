import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { Limiter } from '../concurrency/limiter.js';

/** Milliseconds that a name server has for an answer, and how often it is asked. */
const QUESTION = { timeout: 2_000, tries: 2 };
/** Names that the system is asked for at a time, and that may wait for it. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

/**
 * The name service. `dns.lookup` holds one of the process's four threads, which files and passwords need too, until a
 * name server answers; a few names whose servers never do would stop everything. So name servers are asked without a
 * thread, and the system only for names that they do not know, such as those of the hosts file.
 */
export class Names {
  readonly #resolver = new Resolver(QUESTION);
  readonly #system = new Limiter({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });

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
