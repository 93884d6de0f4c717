import { Injectable } from '@nestjs/common';
import type { Scope } from '../../src/platform/index.js';

/** The holder of a certificate, and the scopes that it may have at most. */
export interface CertificateHolder {
  workspace_id: string;
  user_id: string;
  scopes: readonly Scope[];
}

/** The certificates that this installation knows, by the SHA-256 of each, in hex. */
@Injectable()
export class Certificates {
  readonly #holders = new Map<string, CertificateHolder>();

  register(fingerprint: string, holder: CertificateHolder): void {
    this.#holders.set(fingerprint.toLowerCase(), holder);
  }

  find(fingerprint: string): CertificateHolder | undefined {
    return this.#holders.get(fingerprint);
  }
}
