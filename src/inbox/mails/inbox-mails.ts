import { UsersPort } from '../../access/index.js';
import {
  apps,
  type Lease,
  LeasedWork,
  Mail,
  RecordAccess,
  type Scope,
  Settings,
  UserDirectory,
  type WorkItem,
  type WorkProcessor,
} from '../../platform/index.js';
import { ItemRecords, type TitledRecord } from '../items/item-records.js';
import { ItemRepository } from '../items/item.repository.js';
import type { Line } from '../items/lines.js';
import { InboxSettingsRepository } from '../settings/inbox-settings.repository.js';
import { inboxMail, MAX_LISTED } from './inbox.mail.js';

interface InboxMail extends WorkItem {
  user_id: string;
  mode: string;
}

/** Mails people what is new in their inbox: at once, or once a day. Rights and settings are those of the moment of sending. */
@LeasedWork({
  kind: 'inbox_mail',
  table: 'inbox_mails',
  key: ['workspace_id', 'user_id', 'mode'],
  columns: { id: 'user_id' },
  task: 'inbox.mails',
  description: 'Mails people what is new in their inbox.',
  batch: 10,
  backoff: { firstSeconds: 30, maxSeconds: 3_600 },
})
export class InboxMails implements WorkProcessor<InboxMail> {
  constructor(
    private readonly repository: ItemRepository,
    private readonly records: ItemRecords,
    private readonly settings: InboxSettingsRepository,
    private readonly users: UsersPort,
    private readonly directory: UserDirectory,
    private readonly access: RecordAccess,
    private readonly mail: Mail,
    private readonly config: Settings,
  ) {}

  process({ user_id, mode }: InboxMail, lease: Lease): Promise<void> {
    return lease.complete(async () => {
      await this.#send(user_id, mode);
      await this.repository.mailed(user_id, mode);
    });
  }

  async #send(userId: string, mode: string): Promise<void> {
    const waiting = await this.repository.waiting(userId, mode, MAX_LISTED);
    const user = waiting.length ? await this.users.find(userId) : null;
    if (user?.status !== 'active') return;
    const { kinds } = await this.settings.of(userId);
    const shown = await this.#readable(
      userId,
      waiting.filter(({ kind }) => kinds[kind].mail !== 'no'),
    );
    if (!shown.length) return;
    const actors = await this.users.names(shown.flatMap(({ line }) => line.actor_id ?? []));
    const more = waiting.length < MAX_LISTED ? 0 : waiting[0]!.total - waiting.length;
    const [only] = shown.length === 1 && !more ? shown[0]!.records : [];
    const language = await this.mail.languageFor(user.language);
    const message = inboxMail(user, shown, { actors, more, root: this.config.BASE_URL, language });
    await this.mail.send(message, { about: only?.id });
  }

  /** Lines about records that the person may read now, and about parts of these that they may read. */
  async #readable(userId: string, lines: readonly Line[]): Promise<{ line: Line; records: TitledRecord[] }[]> {
    const scopes = apps().map((app): Scope => `${app}:read`);
    const holder = { kind: 'user', id: 'inbox', user_id: userId, grant_id: null, scopes };
    const credential = await this.directory.credentialOf(holder);
    const principals = await this.directory.namesOf(`user:${userId}`);
    const reader = await this.access.readerOf(credential && { ...credential, principals });
    const parts = lines.flatMap(({ part_type, part_id }) => (part_id ? [{ type: part_type, id: part_id }] : []));
    const isReadable = await reader(parts);
    const allowed = lines.filter(({ part_type, part_id }) => !part_id || isReadable({ type: part_type, id: part_id }));
    const records = await this.records.of(allowed, reader);
    return allowed.flatMap((line) => {
      const own = records.get(line)!;
      return own.length ? [{ line, records: own }] : [];
    });
  }
}
