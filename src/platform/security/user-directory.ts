import { Injectable } from '@nestjs/common';
import { ANYBODY } from './guardrails.js';

type NamesOf = (principal: string, through: string | null) => Promise<readonly string[]>;

/** The platform's questions about users; implemented by the access app. */
@Injectable()
export class UserDirectory {
  #mayBeNamed: (id: string) => Promise<boolean> = async () => false;
  #namesOf: NamesOf = async () => [ANYBODY];

  /** Called once, at the start, by the app that keeps the users. */
  answers(mayBeNamed: (id: string) => Promise<boolean>): void {
    this.#mayBeNamed = mayBeNamed;
  }

  /** The same for what policies name somebody by. */
  answersNames(namesOf: NamesOf): void {
    this.#namesOf = namesOf;
  }

  /**
   * All that policies name a user or key of the workspace by (`user:usr_…`); of nobody, what everybody is. `through`: the app
   * through which they acted, or the grant or key with which they did, which may be of an app; null for neither.
   */
  namesOf(principal: string, through: string | null = null): Promise<readonly string[]> {
    return this.#namesOf(principal, through);
  }

  /** Whether a record of the running request's workspace may newly name this user: they are active or invited (D-ACC-6). */
  mayBeNamed(id: string): Promise<boolean> {
    return this.#mayBeNamed(id);
  }
}
