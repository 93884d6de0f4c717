import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentContext,
  INBOX_CHANNEL,
  type NewNotices,
  type Notice,
  Notices,
  Notifications,
  WorkspaceCalendar,
} from '../../platform/index.js';
import { InboxSettingsRepository } from '../settings/inbox-settings.repository.js';
import { ItemRepository } from './item.repository.js';
import { fold, type Line, type Told } from './lines.js';

/** Delay of mail at once, so that many notices become one mail. */
const COLLECT_SECONDS = 60;
/** People of one notification, whose payload is limited. */
const NOTIFIED_AT_ONCE = 100;

/** Adds notices to inboxes, by the settings of each person. */
@Injectable()
export class InboxWriter {
  constructor(
    private readonly repository: ItemRepository,
    private readonly settings: InboxSettingsRepository,
    private readonly calendar: WorkspaceCalendar,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    notices: Notices,
  ) {
    notices.answers(
      (told) => this.#tell(told),
      (kind, recordId, users) => repository.settle(kind, recordId, users),
    );
  }

  async add(told: readonly Told[]): Promise<void> {
    const users = [...new Set(told.map(({ user_id }) => user_id))];
    const settings = users.length ? await this.settings.ofActive(users) : new Map();
    const active = [...settings.keys()];
    if (!active.length) return;
    const known = await this.repository.known(active, [...new Set(told.map(({ source }) => source))]);
    const wanted = told.filter(({ user_id, source }) => {
      const name = `${user_id} ${source}`;
      const isNew = settings.has(user_id) && !known.has(name);
      known.add(name);
      return isNew;
    });
    const folded = fold(await this.repository.openLines(active), wanted, (notice) => {
      const { inbox, mail } = settings.get(notice.user_id)!.kinds[notice.kind];
      return inbox || mail !== 'no' ? lineOf(notice, inbox, mail === 'no' ? null : mail) : null;
    });
    await this.repository.write(folded);
    await this.#planMails(folded.added, (user) => settings.get(user)!.mail_hour);
    this.#notify([...folded.added, ...folded.changed]);
  }

  #tell(notices: readonly Notice[]): Promise<void> {
    const { actor } = currentContext();
    const actor_id = actor.type === 'user' ? actor.id : null;
    const at = this.clock.iso();
    return this.add(
      notices.flatMap(({ kind, users, record, source }) =>
        users.map((user_id) => ({
          user_id,
          kind,
          event: null,
          record_type: record.type,
          record_id: record.id,
          part_type: '',
          part_id: null,
          actor_id,
          source,
          at,
        })),
      ),
    );
  }

  async #planMails(added: readonly Line[], hourOf: (user: string) => number): Promise<void> {
    const mails = new Map<string, { user_id: string; mode: string; at: string }>();
    const calendar = await this.calendar.here();
    for (const { user_id, mail } of added) {
      if (!mail || mails.has(`${user_id} ${mail}`)) continue;
      const at = mail === 'now' ? this.clock.iso(COLLECT_SECONDS) : calendar.next(hourOf(user_id));
      mails.set(`${user_id} ${mail}`, { user_id, mode: mail, at });
    }
    await this.repository.planMail([...mails.values()]);
  }

  /** Tells the streams of these people, once the items are there. */
  #notify(lines: readonly Line[]): void {
    const { workspaceId, unitOfWork } = currentContext();
    const payloads: string[] = [];
    for (const [record_type, own] of Map.groupBy(
      lines.filter(({ shown }) => shown),
      (line) => line.record_type,
    )) {
      const users = [...new Set(own.map(({ user_id }) => user_id))];
      for (let from = 0; from < users.length; from += NOTIFIED_AT_ONCE) {
        const user_ids = users.slice(from, from + NOTIFIED_AT_ONCE);
        const news: NewNotices = { workspace_id: workspaceId, record_type, user_ids };
        payloads.push(JSON.stringify(news));
      }
    }
    if (payloads.length)
      unitOfWork!.afterCommit(async () => {
        for (const payload of payloads) await this.notifications.tell(INBOX_CHANNEL, payload);
      });
  }
}

const lineOf = ({ at, ...notice }: Told, shown: boolean, mail: string | null): Line => ({
  ...notice,
  id: null,
  record_ids: [notice.record_id],
  count: 1,
  shown,
  mail,
  created_at: at,
  updated_at: at,
});
