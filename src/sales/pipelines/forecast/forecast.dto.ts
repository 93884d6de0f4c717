import { Choice, DateOnly, Id, Int, Money, Nested, NestedList, Text } from '../../../platform/index.js';
import { Currency } from '../../money.js';

const GROUPINGS = ['stage', 'owner'] as const;

export class ForecastQuery {
  @Text({
    max: 7,
    optional: true,
    example: '2026-Q3',
    description: 'A quarter (2026-Q3), a month (2026-09) or a year (2026). Default: the current quarter, in UTC.',
  })
  period?: string;
  @Choice(GROUPINGS, { optional: true, description: 'By what deals are grouped. Default: stage.' })
  group_by: (typeof GROUPINGS)[number] = 'stage';
}

class Sums {
  @Int({ min: 0, description: 'How many deals there are.' }) deal_count: number;
  @Money({ description: 'What they are worth.' }) total_value: number;
}

class WeightedSums extends Sums {
  @Money({ description: 'The same, each deal weighed by the probability of its stage.' }) weighted_value: number;
}

class ForecastGroup extends WeightedSums {
  @Text({ max: 40, nullable: true, description: 'The stage or the user; null for deals that belong to nobody.' })
  id: string | null;
  @Text({ description: 'What the stage or the user is called.' }) name: string;
  @Int({ min: 0, max: 100, optional: true, description: 'Of the stage, where deals are grouped by stage.' })
  probability?: number;
}

class ForecastTotals extends WeightedSums {
  @Int({ min: 0, description: 'How many deals were won in the period.' }) won_count: number;
  @Money({ description: 'What those are worth.' }) won_value: number;
  @Int({ min: 0, description: 'How many deals were lost in the period.' }) lost_count: number;
  @Money({ description: 'What those were worth.' }) lost_value: number;
}

class CurrencySums extends WeightedSums {
  @Currency({ description: 'The currency.' }) currency: string;
}

export class ForecastView {
  @Id('pip', { description: 'The pipeline.' }) pipeline_id: string;
  @Text({ max: 7, example: '2026-Q3', description: 'The period that was asked for.' }) period: string;
  @DateOnly({ description: 'Its first day.' }) period_start: string;
  @DateOnly({ description: 'Its last day.' }) period_end: string;
  @Choice(GROUPINGS, { description: 'By what deals are grouped.' }) group_by: string;
  @Currency({ description: 'The currency of all values but those of other currencies.' }) currency: string;
  @NestedList(() => ForecastGroup, {
    description: 'Open deals that are expected to close in the period: by stage in the order of stages, or by owner.',
  })
  groups: ForecastGroup[];
  @Nested(() => ForecastTotals, { description: 'All groups together, and beside them what was closed in the period.' })
  totals: ForecastTotals;
  @NestedList(() => CurrencySums, {
    description: 'Open deals of the period in other currencies. Nothing is converted.',
  })
  other_currencies: CurrencySums[];
  @Nested(() => Sums, { description: 'Open deals without an expected date; their value, where it is in the currency.' })
  undated: Sums;
}
