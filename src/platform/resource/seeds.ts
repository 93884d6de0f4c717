import { Injectable } from '@nestjs/common';

/**
 * What a workspace has from its beginning. Whoever makes one has it sown in the same transaction, in the name of the
 * system; workspaces that are there already get it by a migration.
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
