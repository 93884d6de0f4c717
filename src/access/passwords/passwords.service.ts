import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { InjectStore, Limiter, type ResourceStore } from '../../platform/index.js';
import { UserLinks } from '../links/user-links.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { normalized } from './password-rules.js';

/** argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Leaves some of the four libuv threads for files and DNS. */
const MAX_CONCURRENT = Math.min(availableParallelism(), 3);
const MAX_WAITING = 200;

/** Dummy hash: verifying against it takes as long as a real one. */
const DECOY = CURRENT + [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replaceAll('=', '')).join('$');

/** Password hashing with argon2id, off the event loop and with bounded concurrency. */
@Injectable()
export class Passwords {
  readonly #limiter = new Limiter({ atOnce: MAX_CONCURRENT, maxWaiting: MAX_WAITING });

  constructor(
    private readonly repository: UserRepository,
    private readonly sessions: SessionsService,
    private readonly links: UserLinks,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  hash(password: string): Promise<string> {
    return this.#limiter.run(async () => (await argon2()).hash(normalized(password), COST));
  }

  /** Verifies a password. Without a hash it fails in constant time. */
  verify(hash: string | null, password: string): Promise<boolean> {
    return this.#limiter.run(async () => {
      const right = await (await argon2()).verify(hash ?? DECOY, normalized(password));
      return right && hash !== null;
    });
  }

  /**
   * Sets the password hash, and optionally address and name. Activates a pending user, invalidates their links, and ends their
   * sessions, except one. Needs a unit of work.
   */
  async set(
    userId: string,
    password_hash: string,
    { keptSession, ...facts }: { email?: string; display_name?: string; keptSession?: string } = {},
  ): Promise<User> {
    const user = await this.users.get(userId, { lock: true });
    const pending = user.status === 'pending';
    const changed = await this.users.update(
      user,
      { password_hash, ...facts, ...(pending && { status: 'active' }) },
      { as: pending ? 'activated' : 'password_changed' },
    );
    await this.links.void(user);
    await this.sessions.endAll({ user_id: user.id }, 'password_changed', { except: keptSession });
    return changed;
  }

  /** Rehashes a verified password if the cost parameters have increased. Returns the current hash. */
  async renew(
    { workspace_id, id, password_hash }: { workspace_id: string; id: string; password_hash: string },
    password: string,
  ): Promise<string> {
    if (password_hash.startsWith(CURRENT)) return password_hash;
    const renewed = await this.hash(password);
    await this.repository.replaceHash({ workspace_id, id }, password_hash, renewed);
    return renewed;
  }
}

/** Lazy, because many processes never hash a password. */
const argon2 = () => import('@node-rs/argon2');
