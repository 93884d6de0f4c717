import { Injectable } from '@nestjs/common';
import { Maintenance } from '../../platform/index.js';
import { SealRepository, UNSEALED } from './seal.repository.js';

/** Seals new entries within seconds, in one process at a time. */
@Injectable()
export class Sealer {
  constructor(
    maintenance: Maintenance,
    private readonly repository: SealRepository,
  ) {
    maintenance.add({
      name: 'guard.sealing',
      description: 'Seals new entries of the audit log into the hash chain.',
      due: UNSEALED,
      run: () => this.run(),
    });
  }

  /** Seals until nothing is left. Returns the number of entries. */
  async run(): Promise<number> {
    let sealed = 0;
    for (;;) {
      const batch = await this.repository.seal();
      if (!batch) return sealed;
      sealed += batch;
    }
  }
}
