import { Global, Module } from '@nestjs/common';
import { QueuesModule } from '../queues/queues.module.js';
import { MailTransport } from './mail-transport.js';
import { MAIL_QUEUE, Mail } from './mail.js';
import { MailProcessor } from './mail.processor.js';

@Global()
@Module({
  imports: [QueuesModule.queue(MAIL_QUEUE)],
  providers: [Mail, MailTransport, MailProcessor],
  exports: [Mail],
})
export class MailModule {}
