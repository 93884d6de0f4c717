import { Injectable } from '@nestjs/common';
import { UsersPort } from '../../../access/index.js';
import { DELETED_USER, inOrder, WorkspaceCalendar } from '../../../platform/index.js';
import { ExactSum } from '../../money.js';
import type { Pipeline } from '../pipeline.entity.js';
import type { ForecastQuery, ForecastView } from './forecast.dto.js';
import { ForecastRepository, type Tally } from './forecast.repository.js';
import { periodOf, quarterOf } from './period.js';

type Weigh = (tally: Tally) => number;

/** Forecasts of the deals of a pipeline in a period (D-SAL-1). Sums are exact, and rounded only for display. */
@Injectable()
export class ForecastService {
  constructor(
    private readonly repository: ForecastRepository,
    private readonly users: UsersPort,
    private readonly calendar: WorkspaceCalendar,
  ) {}

  async of(pipeline: Pipeline, { period: asked, group_by }: ForecastQuery): Promise<ForecastView> {
    const { id, currency } = pipeline;
    const calendar = await this.calendar.here();
    const period = periodOf(asked ?? quarterOf(calendar.today()));
    const { stages, tallies } = await this.repository.read(id, period, group_by, calendar);
    const probabilities = new Map(stages.map(({ id, probability }) => [id, probability]));
    const weigh: Weigh = ({ stage_id }) => probabilities.get(stage_id!) ?? 0;

    const of = (kind: Tally['kind']) => tallies.filter((tally) => tally.kind === kind);
    const inOwn = (some: Tally[]) => some.filter((tally) => tally.currency === currency);
    const [open, undated] = [of('open'), of('undated')];
    const own = inOwn(open);
    const [won, lost] = [sumOf(inOwn(of('won'))), sumOf(inOwn(of('lost')))];
    const others = [...new Set(open.map((tally) => tally.currency))].filter((other) => other !== currency).toSorted();
    return {
      pipeline_id: id,
      period: period.period,
      period_start: period.start,
      period_end: period.end,
      group_by,
      currency,
      groups:
        group_by === 'stage'
          ? inOrder(pipeline.stage_ids, stages).map(({ order: _, ...stage }) => ({
              ...stage,
              ...weighted(
                own.filter(({ stage_id }) => stage_id === stage.id),
                weigh,
              ),
            }))
          : await this.#byOwner(own, weigh),
      totals: {
        ...weighted(own, weigh),
        won_count: won.deal_count,
        won_value: won.total_value,
        lost_count: lost.deal_count,
        lost_value: lost.total_value,
      },
      other_currencies: others.map((other) => ({
        currency: other,
        ...weighted(
          open.filter((tally) => tally.currency === other),
          weigh,
        ),
      })),
      undated: { deal_count: sumOf(undated).deal_count, total_value: sumOf(inOwn(undated)).total_value },
    };
  }

  /** Sorted by name; deals without an owner last. */
  async #byOwner(tallies: Tally[], weigh: Weigh): Promise<ForecastView['groups']> {
    const ids = [...new Set(tallies.map(({ owner_id }) => owner_id))];
    const names = await this.users.names(ids.filter((id) => id !== null));
    if (ids.includes(DELETED_USER)) names.set(DELETED_USER, (await this.users.find(DELETED_USER))!.display_name);
    return ids
      .map((id) => ({
        id,
        name: id === null ? 'Unassigned' : (names.get(id) ?? id),
        ...weighted(
          tallies.filter(({ owner_id }) => owner_id === id),
          weigh,
        ),
      }))
      .toSorted((one, other) =>
        (one.id === null) !== (other.id === null) ? (one.id === null ? 1 : -1) : one.name.localeCompare(other.name),
      );
  }
}

function sumOf(tallies: Tally[]) {
  const value = new ExactSum();
  let deal_count = 0;
  for (const tally of tallies) {
    deal_count += tally.n;
    value.add(tally.value);
  }
  return { deal_count, total_value: value.shown };
}

function weighted(tallies: Tally[], weigh: Weigh) {
  const value = new ExactSum();
  for (const tally of tallies) value.add(tally.value, weigh(tally));
  return { ...sumOf(tallies), weighted_value: value.shown };
}
