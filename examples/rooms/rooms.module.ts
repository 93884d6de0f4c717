import { Module } from '@nestjs/common';
import { StoresModule } from '../../src/platform/index.js';
import { Room } from './room.entity.js';
import { RoomsController } from './rooms.controller.js';
import { RoomsService } from './rooms.service.js';

@Module({
  imports: [StoresModule.forFeature(Room)],
  controllers: [RoomsController],
  providers: [RoomsService],
})
export class RoomsModule {}
