import { isEmail } from 'class-validator';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Database, InjectStore, type ResourceStore, t } from '../../platform/index.js';
import { type UserLink, UserLinks } from '../links/user-links.service.js';
import { PasswordRules } from '../passwords/password-rules.js';
import { repeatProblem } from '../passwords/password-fields.js';
import { Passwords } from '../passwords/passwords.service.js';
import { actAs, BY_PASSWORD } from '../pages/browser-session.js';
import { nameProblem } from '../pages/fields.js';
import { Entrance } from '../sign-in/entrance.js';
import { Throttle } from '../sign-in/throttle.js';
import type { User } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { Workspace } from '../workspaces/workspace.entity.js';

/** Further fields of the first owner. */
export interface FirstFacts {
  display_name: string;
  company: string;
  email: string;
}

/** Validation errors; null where a field is valid. */
export interface Problems extends Record<keyof FirstFacts, string | null> {
  password: string | null;
  repeated: string | null;
}

/** Uses a mailed link: sets the password, and for the first owner also name, company, address and session. */
@Injectable()
export class LinkUse {
  constructor(
    private readonly links: UserLinks,
    private readonly passwords: Passwords,
    private readonly rules: PasswordRules,
    private readonly throttle: Throttle,
    private readonly entrance: Entrance,
    private readonly users: UserRepository,
    private readonly database: Database,
    @InjectStore(Workspace) private readonly workspaces: ResourceStore<Workspace>,
  ) {}

  /** Validation errors of the form, or null if it is valid. */
  async problems(link: UserLink, facts: FirstFacts, form: URLSearchParams): Promise<Problems | null> {
    const { display_name, company, email } = facts;
    const password = form.get('password') ?? '';
    const first = link.kind === 'first_sign_in';
    const problems: Problems = {
      display_name: first ? nameProblem(display_name, 'person') : null,
      company: first ? nameProblem(company, 'company') : null,
      email: first ? await this.#addressProblem(email, link) : null,
      password: await this.rules.problemOf(password, { ...link.user, email }),
      repeated: repeatProblem(password, form.get('repeated')),
    };
    return Object.values(problems).some(Boolean) ? problems : null;
  }

  /** Null if the link has been used meanwhile. */
  async use(
    response: Response,
    link: UserLink,
    token: string,
    { display_name, company, email }: FirstFacts,
    password: string,
  ): Promise<User | null> {
    const hash = await this.passwords.hash(password);
    const done = await this.database.transaction(async () => {
      actAs(link.user);
      if (!(await this.links.use(token, link.user))) return null;
      const user = await this.passwords.set(link.user.id, hash, { email, display_name });
      if (link.kind === 'first_sign_in') {
        await this.workspaces.update(await this.workspaces.only({ lock: true }), { name: company });
        await this.entrance.enter(response, user, BY_PASSWORD);
      }
      return user;
    });
    if (done) await this.throttle.clear({ ...link.user, email });
    return done;
  }

  async #addressProblem(email: string, { user }: UserLink): Promise<string | null> {
    if (!isEmail(email)) return t('Enter a valid e-mail address.');
    const found = await this.users.withAddress(email);
    return found && found.id !== user.id ? t('Another user of this workspace has this e-mail address.') : null;
  }
}
