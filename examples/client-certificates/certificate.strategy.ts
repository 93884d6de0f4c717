import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { UsersPort } from '../../src/access/index.js';
import { asSystem, type Finding, RequestStrategy } from '../../src/platform/index.js';
import { Certificates } from './certificates.js';

/**
 * Knows users by the certificate of their TLS client. The proxy in front checks the certificate and writes its fingerprint
 * into this header; it must remove the header from what clients send.
 */
@Injectable()
export class CertificateStrategy extends PassportStrategy(RequestStrategy, 'client-certificate') {
  constructor(
    private readonly certificates: Certificates,
    private readonly users: UsersPort,
  ) {
    super();
  }

  async validate(request: Request): Promise<Finding> {
    const fingerprint = request.headers['x-client-certificate-sha256']?.toString().toLowerCase();
    if (fingerprint === undefined) return null;
    const holder = this.certificates.find(fingerprint);
    if (!holder) return 'The client certificate is not registered.';
    const { workspace_id, user_id, scopes } = holder;
    const credential = await asSystem(workspace_id, () => this.users.credentialOf(user_id, fingerprint, scopes));
    return credential ?? 'The user of the client certificate is not active.';
  }
}
