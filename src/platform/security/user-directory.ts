import { Injectable } from '@nestjs/common';

/** What the platform asks about users. The access app answers. */
@Injectable()
export class UserDirectory {
  #isActive: (id: string) => Promise<boolean> = async () => false;

  /** Called once, at the start, by the app that keeps the users. */
  answers(isActive: (id: string) => Promise<boolean>): void {
    this.#isActive = isActive;
  }

  /** Whether this is the id of an active user of the workspace of the running request. */
  isActive(id: string): Promise<boolean> {
    return this.#isActive(id);
  }
}
