import { Injectable } from '@nestjs/common';

/**
 * The records that every new workspace begins with. They are written in the transaction that makes the workspace, in the
 * name of the system. Workspaces that exist already get them by a migration.
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

  /** Makes them all in the workspace of the context. */
  async sow(): Promise<void> {
    for (const seed of this.#seeds) await seed();
  }
}
