import { Global, Module } from '@nestjs/common';
import { MailTransport } from './mail-transport.js';
import { Mail } from './mail.js';
import { MailSending } from './mail-sending.js';

@Global()
@Module({
  providers: [Mail, MailTransport, MailSending],
  exports: [Mail],
})
export class MailModule {}
