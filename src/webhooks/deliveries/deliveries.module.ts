import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import { WebhookRecordsModule } from '../webhooks/webhook-records.module.js';
import { DeliveriesController, TestsController } from './deliveries.controller.js';
import { DeliveriesListener } from './deliveries.listener.js';
import { DeliveriesService } from './deliveries.service.js';
import { Delivery } from './delivery.entity.js';
import { DeliveryRepository } from './delivery.repository.js';

@Module({
  imports: [StoresModule.forFeature(Delivery, Webhook), WebhookRecordsModule],
  controllers: [DeliveriesController, TestsController],
  providers: [DeliveriesService, DeliveriesListener, DeliveryRepository],
  exports: [DeliveryRepository],
})
export class DeliveriesModule {}
