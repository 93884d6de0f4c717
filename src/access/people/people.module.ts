import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { User } from '../users/user.entity.js';
import { PeopleController } from './people.controller.js';
import { PeopleService } from './people.service.js';

@Module({
  imports: [StoresModule.forFeature(User)],
  controllers: [PeopleController],
  providers: [PeopleService],
})
export class PeopleModule {}
