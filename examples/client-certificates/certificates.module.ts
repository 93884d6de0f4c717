import { Module } from '@nestjs/common';
import { AccessModule } from '../../src/access/index.js';
import { CertificateStrategy } from './certificate.strategy.js';
import { Certificates } from './certificates.js';

@Module({
  imports: [AccessModule],
  providers: [Certificates, CertificateStrategy],
})
export class CertificatesModule {}
