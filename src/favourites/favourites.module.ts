import { Module } from '@nestjs/common';
import { FavouriteRepository } from './favourite.repository.js';
import { FavouritesController } from './favourites.controller.js';
import { FavouritesService } from './favourites.service.js';

@Module({
  controllers: [FavouritesController],
  providers: [FavouriteRepository, FavouritesService],
})
export class FavouritesModule {}
