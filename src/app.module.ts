import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccessModule } from './access/index.js';
import { BatchModule } from './batch/index.js';
import { CareersModule } from './careers/index.js';
import { ConsoleModule } from './console/index.js';
import { EventsModule } from './events/index.js';
import { FavouritesModule } from './favourites/index.js';
import { GuardModule } from './guard/index.js';
import { ImportsModule } from './imports/index.js';
import { InboxModule } from './inbox/index.js';
import { McpModule } from './mcp/index.js';
import { OfficeModule } from './office/index.js';
import { OperationsModule } from './operations/index.js';
import { loadedExtensions } from './platform/extensions/extension.js';
import type { Settings } from './platform/config/settings.js';
import { PlatformModule } from './platform/platform.module.js';
import { ProjectModule } from './project/index.js';
import { SalesModule } from './sales/index.js';
import { SearchModule } from './search/index.js';
import { ViewsModule } from './views/index.js';
import { WebhooksModule } from './webhooks/index.js';

/** Modules of extensions, with their settings. */
const extensionModules = () =>
  loadedExtensions().flatMap(({ module, settings, values }): (Type | DynamicModule)[] => {
    if (!settings) return [module];
    const provider = { provide: settings, useValue: values };
    return [{ module: class ExtensionSettings {}, global: true, providers: [provider], exports: [provider] }, module];
  });

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
        SalesModule,
        CareersModule,
        ProjectModule,
        GuardModule,
        EventsModule,
        WebhooksModule,
        FavouritesModule,
        ViewsModule,
        InboxModule,
        OperationsModule,
        SearchModule,
        ImportsModule,
        BatchModule,
        McpModule,
        ConsoleModule,
        ...extensionModules(),
        ...further,
      ],
    };
  }
}
