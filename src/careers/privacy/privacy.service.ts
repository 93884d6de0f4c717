import { Injectable, Logger } from '@nestjs/common';
import {
  asSystem,
  Clock,
  currentContext,
  Database,
  forbidden,
  InjectStore,
  Mail,
  Maintenance,
  type ResourceStore,
} from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationHistory } from '../applications/application-history.js';
import { rejectionOf } from '../applications/application.mail.js';
import { AttachmentsService } from '../applications/attachments.service.js';
import { inCatalogue } from '../reasons/reasons.js';
import { ScorecardRepository } from '../scorecards/scorecard.repository.js';
import { PrivacyRepository } from './privacy.repository.js';

const HOUR_MS = 3_600_000;
const BATCH_SIZE = 100;

const NOBODY = { display_name: null, email: null, phone: null };

/**
 * Makes nobody of candidates, for good: on request, and where a workspace says for how long it keeps their data. That somebody
 * applied, when, and how it went, stays.
 */
@Injectable()
export class PrivacyService {
  readonly #logger = new Logger('Privacy');

  constructor(
    @InjectStore(Application) private readonly store: ResourceStore<Application>,
    private readonly attachments: AttachmentsService,
    private readonly scores: ScorecardRepository,
    private readonly history: ApplicationHistory,
    private readonly repository: PrivacyRepository,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly clock: Clock,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'careers.retention',
      description: 'Anonymizes applications after their retention period.',
      every: HOUR_MS,
      run: () => this.sweep(),
    });
  }

  /** An active application ends with it: nobody is left to be hired. */
  async anonymize(application: Application): Promise<Application> {
    const { credential } = currentContext();
    if (credential && !credential.isAdmin('careers'))
      throw forbidden('Anonymizing an application needs the role careers:admin.');
    if (application.anonymized_at !== null) return application;
    const now = this.clock.iso();
    const { status, reason, ended_at } = application;
    const gone = {
      status: status === 'active' ? ('withdrawn' as const) : status,
      candidate: NOBODY,
      language: null,
      email_digest: null,
      answers: [],
      reason: reason && inCatalogue(reason),
      ended_at: ended_at ?? now,
      anonymized_at: now,
    };
    const anonymous = await this.store.update(application, gone, { as: 'anonymized' });
    await this.scores.forgetWords(anonymous.id);
    await this.history.record([[application, anonymous]]);
    await this.history.forgetNotes(anonymous.id);
    await this.repository.forgetNotes(anonymous);
    await this.repository.removeSavedAnswers(anonymous);
    await this.attachments.removeAll(anonymous);
    await this.mail.cancel(rejectionOf(anonymous));
    await this.mail.forget(anonymous.id);
    return anonymous;
  }

  /** Anonymizes what is due. Each is a transaction of its own; one that fails does not keep the others from it. */
  async sweep(): Promise<void> {
    /** Left out of later batches, so that they do not keep others from being anonymized. */
    const failed: string[] = [];
    for (;;) {
      const due = await this.repository.due(this.clock.iso(), failed, BATCH_SIZE);
      for (const { workspace_id, id } of due) {
        try {
          await asSystem(workspace_id, () =>
            this.database.transaction(async () => this.anonymize(await this.store.get(id, { lock: true }))),
          );
        } catch (error) {
          failed.push(id);
          this.#logger.warn(error, `${id} could not be anonymized and is tried again.`);
        }
      }
      if (due.length < BATCH_SIZE) return;
    }
  }
}
