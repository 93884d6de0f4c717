import { Module } from '@nestjs/common';
import { StoresModule } from '../platform/resource/stores.module.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { ApiKeyStrategy } from './api-keys/api-key.strategy.js';
import { ApiKeyCache } from './api-keys/api-keys.cache.js';
import { ApiKeyCleanup } from './api-keys/api-keys.cleanup.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { ApiKeyUsage } from './api-keys/api-keys.usage.js';
import { User } from './users/user.entity.js';
import { UsersPort } from './users/users.port.js';
import { Workspaces } from './workspaces/workspaces.service.js';

@Module({
  imports: [StoresModule.for(User, ApiKey)],
  controllers: [ApiKeysController],
  providers: [UsersPort, ApiKeysService, ApiKeyCache, ApiKeyUsage, ApiKeyCleanup, ApiKeyStrategy, Workspaces],
  exports: [UsersPort, ApiKeysService, Workspaces],
})
export class AccessModule {}
