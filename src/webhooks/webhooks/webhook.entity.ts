import { Column } from 'typeorm';
import { RecordEntity, TimestampColumn } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { webhooks } from './webhook.resource.js';

@ResourceEntity(webhooks, 'webhooks')
export class Webhook extends RecordEntity {
  @Column('text') url: string;
  /** Event types, `<app>.*` or `*`. */
  @Column('text', { array: true }) events: string[];
  /** The apps of those events; row rules and lists go by them. */
  @Column('text', { array: true }) apps: string[];
  /**
   * The apps whose events of private records it gets, or once got: those whose admin set `events`. None is
   * ever taken out, as deliveries of it stay.
   */
  @Column('text', { array: true }) sees_private: string[];
  @Column('text') description: string;
  /** Encrypted with SECRETS_KEY. */
  @Column('text') secret: string;
  /** Encrypted; it goes on signing until `previous_secret_expires_at`. */
  @Column('text', { nullable: true }) previous_secret: string | null;
  @TimestampColumn({ nullable: true }) previous_secret_expires_at: string | null;
  @Column('text') status: string;
  @Column('text', { nullable: true }) paused_reason: string | null;
  @Column('text') created_by: string;

  // What its deliveries met. Written beside them, without a new revision.
  @TimestampColumn({ nullable: true }) last_success_at: string | null;
  @TimestampColumn({ nullable: true }) last_failure_at: string | null;
  /** Failed attempts since the last successful one, and when the first of them was. */
  @Column('integer') consecutive_failures: number;
  @TimestampColumn({ nullable: true }) failing_since: string | null;
  /** It failed or was slow the last time, so it waits in a lane apart from the healthy ones. */
  @Column('boolean') slow: boolean;
  /** Which worker may send to it, now or last, and until when; see `Claims`. */
  @Column('text', { nullable: true }) lease: string | null;
  @TimestampColumn({ nullable: true }) leased_until: string | null;
}
