import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';
import { ConsoleFiles } from './console.files.js';

/** Serves the console, which `npm run build` makes of the folder `console`. */
@Module({
  controllers: [ConsoleController],
  providers: [ConsoleFiles],
})
export class ConsoleModule {}
