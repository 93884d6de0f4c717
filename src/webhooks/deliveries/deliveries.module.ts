import { Module } from '@nestjs/common';
import { QueuesModule, StoresModule } from '../../platform/index.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesListener } from './deliveries.listener.js';
import { DeliveriesService } from './deliveries.service.js';
import { Delivery } from './delivery.entity.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryRetention } from './delivery-retention.js';
import { LANES, Lanes } from './lanes.js';

/** What is to be sent, was sent or could not be. */
@Module({
  imports: [StoresModule.forFeature(Delivery), QueuesModule.queue(LANES.fast), QueuesModule.queue(LANES.slow)],
  controllers: [DeliveriesController],
  providers: [DeliveriesService, DeliveriesListener, DeliveryRepository, DeliveryRetention, Lanes],
  exports: [DeliveriesService, DeliveryRepository, Lanes],
})
export class DeliveriesModule {}
