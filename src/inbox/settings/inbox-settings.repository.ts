import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import { DEFAULT_MAIL_HOUR, type KindSettings, settingsOf } from './inbox-kinds.js';

export interface InboxSettings {
  kinds: KindSettings;
  mail_hour: number;
}

interface Row {
  user_id: string;
  kinds: KindSettings | null;
  mail_hour: number | null;
}

@Injectable()
export class InboxSettingsRepository {
  constructor(private readonly database: Database) {}

  /** The settings of those of these users who are active. */
  async ofActive(userIds: readonly string[]): Promise<Map<string, InboxSettings>> {
    const rows = await this.database.read<Row & Record<string, unknown>>(
      `select u.id as user_id, s.kinds, s.mail_hour from users u
         left join inbox_settings s on s.workspace_id = u.workspace_id and s.user_id = u.id
        where u.workspace_id = $1 and u.id = any($2) and u.status = 'active'`,
      [currentContext().workspaceId, userIds],
    );
    return new Map(rows.map((row) => [row.user_id, known(row)]));
  }

  /** `lock`: other changes of them wait, also of those that do not exist yet. */
  async of(userId: string, { lock = false } = {}): Promise<InboxSettings> {
    if (lock)
      await this.database.write(`select pg_advisory_xact_lock(hashtextextended('inbox settings ' || $1, 0))`, [userId]);
    const [row] = await this.database.read<Row & Record<string, unknown>>(
      'select user_id, kinds, mail_hour from inbox_settings where workspace_id = $1 and user_id = $2',
      [currentContext().workspaceId, userId],
    );
    return known(row);
  }

  async set(userId: string, { kinds, mail_hour }: InboxSettings): Promise<void> {
    await this.database.write(
      `insert into inbox_settings (workspace_id, user_id, kinds, mail_hour) values ($1, $2, $3, $4)
       on conflict (workspace_id, user_id) do update set kinds = excluded.kinds, mail_hour = excluded.mail_hour`,
      [currentContext().workspaceId, userId, JSON.stringify(kinds), mail_hour],
    );
  }

  async forget(userIds: readonly string[]): Promise<void> {
    await this.database.write('delete from inbox_settings where workspace_id = $1 and user_id = any($2)', [
      currentContext().workspaceId,
      userIds,
    ]);
  }
}

const known = (row?: Pick<Row, 'kinds' | 'mail_hour'>): InboxSettings => ({
  kinds: settingsOf(row?.kinds ?? {}),
  mail_hour: row?.mail_hour ?? DEFAULT_MAIL_HOUR,
});
