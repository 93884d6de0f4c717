import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class CompaniesSettings {
  /** Days without a contact and without a change after which a company is dormant. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(3_650)
  COMPANIES_DORMANT_DAYS = 365;
}
