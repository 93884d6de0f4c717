import { Injectable } from '@nestjs/common';
import { failure, InjectStore, type Page, type ResourceStore } from '../../platform/index.js';
import { ApplicationRepository } from '../applications/application.repository.js';
import type { Application } from '../applications/application.entity.js';
import { ScorecardRepository } from './scorecard.repository.js';
import { type CreateScorecard, type ScorecardQuery, ScorecardView, type UpdateScorecard } from './scorecard.dto.js';
import { Scorecard } from './scorecard.entity.js';
import { scorecards } from './scorecard.resource.js';

@Injectable()
export class ScorecardsService {
  constructor(
    @InjectStore(Scorecard) private readonly store: ResourceStore<Scorecard>,
    private readonly applications: ApplicationRepository,
    private readonly scores: ScorecardRepository,
  ) {}

  list({ id }: Application, query: ScorecardQuery): Promise<Page<ScorecardView>> {
    return this.store.page(query, ScorecardView, { application_id: id });
  }

  create({ id, stage_id }: Application, input: CreateScorecard): Promise<Scorecard> {
    return this.#scored(id, async () => {
      const made = await this.store.create({ ...input, application_id: id, stage_id });
      return { ...made, submitted_at: made.created_at };
    });
  }

  update({ id }: Application, scorecard: Scorecard, changes: UpdateScorecard): Promise<Scorecard> {
    return this.#scored(id, () => this.store.update(scorecard, changes));
  }

  remove({ id }: Application, scorecard: Scorecard): Promise<void> {
    return this.#scored(id, () => this.store.remove(scorecard));
  }

  /** Changes scorecards of an application one request after the other, so that the score is that of all of them. */
  async #scored<T>(applicationId: string, work: () => Promise<T>): Promise<T> {
    if (await this.applications.lock(applicationId)) throw failure(scorecards, 'anonymized');
    const result = await work();
    await this.scores.refresh(applicationId);
    return result;
  }
}
