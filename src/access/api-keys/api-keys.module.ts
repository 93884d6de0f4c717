import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { ApiKeyCache } from './api-keys.cache.js';
import { ApiKeyCleanup } from './api-keys.cleanup.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { ApiKeyUsage } from './api-keys.usage.js';

@Module({
  imports: [StoresModule.forFeature(ApiKey)],
  controllers: [ApiKeysController],
  providers: [ApiKeyRepository, ApiKeysService, ApiKeyCache, ApiKeyUsage, ApiKeyCleanup, ApiKeyStrategy],
  exports: [ApiKeysService, ApiKeyCache],
})
export class ApiKeysModule {}
