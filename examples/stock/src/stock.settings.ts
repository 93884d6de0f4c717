import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class StockSettings {
  /** Number of items that a workspace may have. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  STOCK_MAX_ITEMS = 10_000;
}
