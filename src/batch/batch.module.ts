import { Module } from '@nestjs/common';
import { BatchController } from './batch.controller.js';
import { BatchService } from './batch.service.js';

/** Several requests in one, with one transaction or each by itself. */
@Module({ controllers: [BatchController], providers: [BatchService] })
export class BatchModule {}
