import { Injectable, Logger } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { currentContext, Secrets } from '../../platform/index.js';

type Attempt = 'sign_in.unknown_account' | 'sign_in.unknown_passkey' | 'sign_in.too_many';

/**
 * Security log for attempts that belong to no workspace (D-SIGN-8), with IP address. The account is a keyed digest, because
 * users type passwords into the wrong field.
 */
@Injectable()
export class SecurityLog {
  readonly #logger = new Logger('Security');
  readonly #key: Buffer;

  constructor(secrets: Secrets) {
    this.#key = secrets.derive('security log');
  }

  /** `email`: the account, where the attempt names one. */
  attempt(attempt: Attempt, email?: string): void {
    const { requestId: request_id, ip } = currentContext();
    const account = email === undefined ? undefined : this.digestOf(email);
    this.#logger.warn({ attempt, request_id, ip, account });
  }

  /** The same for each attempt on an account. */
  digestOf(email: string): string {
    return createHmac('sha256', this.#key).update(email.toLowerCase()).digest('base64url').slice(0, 22);
  }
}
