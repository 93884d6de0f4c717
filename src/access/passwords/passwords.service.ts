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

/** Of the four threads that files and names are looked up with as well, some stay free. */
const AT_ONCE = Math.min(availableParallelism(), 3);
const MAX_WAITING = 200;

/** The hash of a password that nobody has; to check against it takes as long as any other. */
const DECOY = CURRENT + [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replaceAll('=', '')).join('$');

/** Passwords of users: argon2id, worked out beside the event loop, a few at a time. */
@Injectable()
export class Passwords {
  readonly #limiter = new Limiter({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });

  constructor(
    private readonly repository: UserRepository,
    private readonly sessions: SessionsService,
    private readonly links: UserLinks,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  hash(password: string): Promise<string> {
    return this.#limiter.run(async () => (await argon2()).hash(normalized(password), COST));
  }

  /** Whether the password is the right one. Without a hash it never is, which takes as long to find out. */
  verify(hash: string | null, password: string): Promise<boolean> {
    return this.#limiter.run(async () => {
      const right = await (await argon2()).verify(hash ?? DECOY, normalized(password));
      return right && hash !== null;
    });
  }

  /**
   * Gives a user a new password, by its hash, and an address and a name, where they are given: a pending one is active then,
   * their link is void, and their sessions end, but for one that may be named. Needs a unit of work.
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

  /** Hashes a password that was just found right anew, where the cost has grown since. Answers the hash from then on. */
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

/** Loaded when the first password comes: many processes never see one. */
const argon2 = () => import('@node-rs/argon2');
