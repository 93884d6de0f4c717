import { Injectable } from '@nestjs/common';
import { Maintenance } from '../../platform/index.js';
import { SealLog } from './seal-log.js';

const LOOK_MS = 2_000;

/** Seals what requests have added, within seconds and in one process at a time. */
@Injectable()
export class Sealer {
  constructor(
    maintenance: Maintenance,
    private readonly log: SealLog,
  ) {
    maintenance.add({ name: 'guard.sealing', every: LOOK_MS, run: () => this.run() });
  }

  /** Seals until nothing is left. Answers how many entries that were. */
  async run(): Promise<number> {
    let sealed = 0;
    // Mostly there is nothing, which takes no lock and no transaction to see.
    if (!(await this.log.isBehind())) return sealed;
    for (;;) {
      const batch = await this.log.seal();
      if (!batch) return sealed;
      sealed += batch;
    }
  }
}
