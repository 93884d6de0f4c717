import { Injectable } from '@nestjs/common';
import { ANYBODY } from './guardrails.js';

/** What the platform asks about users. The access app answers. */
@Injectable()
export class UserDirectory {
  #isActive: (id: string) => Promise<boolean> = async () => false;
  #namesOf: (principal: string) => Promise<readonly string[]> = async () => [ANYBODY];

  /** Called once, at the start, by the app that keeps the users. */
  answers(isActive: (id: string) => Promise<boolean>): void {
    this.#isActive = isActive;
  }

  /** The same for what policies name somebody by. */
  answersNames(namesOf: (principal: string) => Promise<readonly string[]>): void {
    this.#namesOf = namesOf;
  }

  /** All that policies name a user or key of the workspace by (`user:usr_…`); of nobody, what everybody is. */
  namesOf(principal: string): Promise<readonly string[]> {
    return this.#namesOf(principal);
  }

  /** Whether this is the id of an active user of the workspace of the running request. */
  isActive(id: string): Promise<boolean> {
    return this.#isActive(id);
  }
}
