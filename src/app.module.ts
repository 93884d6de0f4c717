import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccessModule } from './access/index.js';
import { EventsModule } from './events/index.js';
import { GuardModule } from './guard/index.js';
import { OfficeModule } from './office/index.js';
import type { Settings } from './platform/config/settings.js';
import { PlatformModule } from './platform/platform.module.js';
import { WebhooksModule } from './webhooks/index.js';
// Event types that webhooks can subscribe to before there is a resource that emits them.
import './careers/events.js';
import './guard/events.js';
import './project/events.js';
import './sales/events.js';

@Module({})
export class AppModule {
  /** `further`: modules of an installation's own. */
  static with(settings: Settings, further: Type[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(settings),
        AccessModule,
        OfficeModule,
        GuardModule,
        EventsModule,
        WebhooksModule,
        ...further,
      ],
    };
  }
}
