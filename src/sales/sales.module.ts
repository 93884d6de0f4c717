import { Module } from '@nestjs/common';
import { ContactActivitiesModule } from './contacts/activities/contact-activities.module.js';
import { ContactsModule } from './contacts/contacts.module.js';
import { ImportsModule } from './contacts/imports/imports.module.js';
import { MergesModule } from './contacts/merges/merges.module.js';
import { ActivitiesModule } from './deals/activities/activities.module.js';
import { DealsModule } from './deals/deals.module.js';
import { DealImportsModule } from './imports/deal-imports.module.js';
import { ForecastModule } from './pipelines/forecast/forecast.module.js';
import { PipelinesModule } from './pipelines/pipelines.module.js';
import { StagesModule } from './stages/stages.module.js';

@Module({
  imports: [
    ContactsModule,
    ContactActivitiesModule,
    ImportsModule,
    MergesModule,
    PipelinesModule,
    StagesModule,
    ForecastModule,
    DealsModule,
    ActivitiesModule,
    DealImportsModule,
  ],
})
export class SalesModule {}
