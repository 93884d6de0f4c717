import { Injectable } from '@nestjs/common';

/**
 * Initial records of every new workspace, inserted as the system in the transaction that creates it. Existing workspaces get
 * new seeds by a migration.
 *
 * @example seeds.add(() => this.store.create({ name: 'Hiring' }, { as: 'seeded' }));
 */
@Injectable()
export class Seeds {
  readonly #seeds: (() => Promise<unknown>)[] = [];

  /** Must be called before the application has started. */
  add(seed: () => Promise<unknown>): void {
    this.#seeds.push(seed);
  }

  /** Inserts all seeds in the current workspace. */
  async sow(): Promise<void> {
    for (const seed of this.#seeds) await seed();
  }
}
