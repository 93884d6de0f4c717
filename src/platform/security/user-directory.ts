import { Injectable } from '@nestjs/common';
import { ANYBODY } from './guardrails.js';

/** The platform's questions about users; implemented by the access app. */
@Injectable()
export class UserDirectory {
  #mayBeNamed: (id: string) => Promise<boolean> = async () => false;
  #namesOf: (principal: string) => Promise<readonly string[]> = async () => [ANYBODY];

  /** Called once, at the start, by the app that keeps the users. */
  answers(mayBeNamed: (id: string) => Promise<boolean>): void {
    this.#mayBeNamed = mayBeNamed;
  }

  /** The same for what policies name somebody by. */
  answersNames(namesOf: (principal: string) => Promise<readonly string[]>): void {
    this.#namesOf = namesOf;
  }

  /** All that policies name a user or key of the workspace by (`user:usr_…`); of nobody, what everybody is. */
  namesOf(principal: string): Promise<readonly string[]> {
    return this.#namesOf(principal);
  }

  /** Whether a record of the running request's workspace may newly name this user: they are active or invited (D-ACC-6). */
  mayBeNamed(id: string): Promise<boolean> {
    return this.#mayBeNamed(id);
  }
}
