import { Choice, Currency, DateOnly, Id, Int, Money, Nested, NestedList, Text } from '../../../platform/index.js';

const GROUPINGS = ['stage', 'owner'] as const;

export class ForecastQuery {
  @Text({
    max: 7,
    optional: true,
    example: '2026-Q3',
    description: 'A quarter (2026-Q3), a month (2026-09) or a year (2026). Default: the current quarter.',
  })
  period?: string;
  @Choice(GROUPINGS, { optional: true, description: 'Grouping of the deals. Default: stage.' })
  group_by: (typeof GROUPINGS)[number] = 'stage';
}

class Sums {
  @Int({ min: 0, description: 'Number of deals.' }) deal_count: number;
  @Money({ sum: true, description: 'Total value of the deals.' }) total_value: number;
}

class WeightedSums extends Sums {
  @Money({ sum: true, description: 'Total value, each deal weighted by the probability of its stage.' })
  weighted_value: number;
}

class ForecastGroup extends WeightedSums {
  @Text({ max: 40, nullable: true, description: 'Id of the stage or the user; null for deals without an owner.' })
  id: string | null;
  @Text({ description: 'Name of the stage or the user.' }) name: string;
  @Int({ min: 0, max: 100, optional: true, description: 'Probability of the stage, if deals are grouped by stage.' })
  probability?: number;
}

class ForecastTotals extends WeightedSums {
  @Int({ min: 0, description: 'Number of deals won in the period.' }) won_count: number;
  @Money({ sum: true, description: 'Total value of the deals won.' }) won_value: number;
  @Int({ min: 0, description: 'Number of deals lost in the period.' }) lost_count: number;
  @Money({ sum: true, description: 'Total value of the deals lost.' }) lost_value: number;
}

class CurrencySums extends WeightedSums {
  @Currency({ description: 'The currency.' }) currency: string;
}

export class ForecastView {
  @Id('pip', { description: 'The pipeline.' }) pipeline_id: string;
  @Text({ max: 7, example: '2026-Q3', description: 'Requested period.' }) period: string;
  @DateOnly({ description: 'First day of the period.' }) period_start: string;
  @DateOnly({ description: 'Last day of the period.' }) period_end: string;
  @Choice(GROUPINGS, { description: 'Grouping of the deals.' }) group_by: string;
  @Currency({ description: 'Currency of all values outside `other_currencies`.' }) currency: string;
  @NestedList(() => ForecastGroup, {
    description: 'Open deals with an expected close date in the period: by stage, in pipeline order, or by owner.',
  })
  groups: ForecastGroup[];
  @Nested(() => ForecastTotals, { description: 'Totals of all groups, and the deals closed in the period.' })
  totals: ForecastTotals;
  @NestedList(() => CurrencySums, {
    description: 'Open deals of the period in other currencies, without conversion.',
  })
  other_currencies: CurrencySums[];
  @Nested(() => Sums, {
    description: 'Open deals without an expected close date; the value covers only deals in the currency.',
  })
  undated: Sums;
}
