import { Injectable } from '@nestjs/common';
import { signedInUser } from '../../access/index.js';
import { NOTICE_KINDS } from '../../platform/index.js';
import type { UpdateInboxSettings } from './inbox-settings.dto.js';
import { type InboxSettings, InboxSettingsRepository } from './inbox-settings.repository.js';

@Injectable()
export class InboxSettingsService {
  constructor(private readonly repository: InboxSettingsRepository) {}

  get(): Promise<InboxSettings> {
    return this.repository.of(signedInUser());
  }

  async update({ kinds = {}, mail_hour }: UpdateInboxSettings): Promise<InboxSettings> {
    const user = signedInUser();
    const before = await this.repository.of(user, { lock: true });
    const merged = NOTICE_KINDS.map((kind) => [kind, { ...before.kinds[kind], ...given(kinds[kind] ?? {}) }]);
    const after: InboxSettings = { kinds: Object.fromEntries(merged), mail_hour: mail_hour ?? before.mail_hour };
    await this.repository.set(user, after);
    return after;
  }
}

/** The fields that a request has. */
const given = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
