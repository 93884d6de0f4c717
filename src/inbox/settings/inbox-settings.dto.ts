import { Choice, Flag, Int, Nested, NOTICE_KINDS } from '../../platform/index.js';
import { type KindSetting, MAIL_MODES, type MailMode } from './inbox-kinds.js';

class InboxKindView implements KindSetting {
  @Flag({ description: 'Whether notices of the kind are in the inbox.' }) inbox: boolean;
  @Choice(MAIL_MODES, { description: 'Mail about them: at once, in the daily mail, or none.' }) mail: MailMode;
}

class UpdateInboxKind {
  @Flag({ optional: true, description: 'Whether notices of the kind are in the inbox.' }) inbox?: boolean;
  @Choice(MAIL_MODES, { optional: true, description: 'Mail about them: at once, in the daily mail, or none.' })
  mail?: MailMode;
}

class InboxKindsView {
  [kind: string]: InboxKindView;
}

class UpdateInboxKinds {
  [kind: string]: UpdateInboxKind | undefined;
}

for (const kind of NOTICE_KINDS) {
  const description = `Notices of the kind ${kind}.`;
  Nested(() => InboxKindView, { description })(InboxKindsView.prototype, kind);
  Nested(() => UpdateInboxKind, { optional: true, description })(UpdateInboxKinds.prototype, kind);
}

export class InboxSettingsView {
  @Nested(() => InboxKindsView, { description: 'What becomes of the notices of each kind.' }) kinds: InboxKindsView;
  @Int({ min: 0, max: 23, example: 8, description: 'Hour of the daily mail, in the time zone of the workspace.' })
  mail_hour: number;
}

export class UpdateInboxSettings {
  @Nested(() => UpdateInboxKinds, { optional: true, closed: true, description: 'Kinds to change.' })
  kinds?: UpdateInboxKinds;
  @Int({
    min: 0,
    max: 23,
    optional: true,
    example: 8,
    description: 'Hour of the daily mail, in the time zone of the workspace.',
  })
  mail_hour?: number;
}
