import { NOTICE_KINDS, type NoticeKind } from '../../platform/index.js';

export const MAIL_MODES = ['now', 'daily', 'no'] as const;
export type MailMode = (typeof MAIL_MODES)[number];

/** What becomes of the notices of a kind. */
export interface KindSetting {
  inbox: boolean;
  mail: MailMode;
}

export type KindSettings = Readonly<Record<NoticeKind, KindSetting>>;

/** Hour of the daily mail in the zone of the workspace, unless a person chooses another. */
export const DEFAULT_MAIL_HOUR = 8;

/** Mail about kinds, unless a person chooses otherwise. Others send none: some of them have a mail of their own. */
const DEFAULT_MAIL: Partial<Record<NoticeKind, MailMode>> = {
  mention: 'now',
  assignment: 'daily',
  review: 'now',
  decision: 'now',
  application: 'daily',
  deal: 'daily',
  comment: 'daily',
};

/** The settings of a person on top of the defaults. */
export const settingsOf = (chosen: Partial<Record<NoticeKind, Partial<KindSetting>>>): KindSettings =>
  Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, { inbox: true, mail: DEFAULT_MAIL[kind] ?? 'no', ...chosen[kind] }]),
  ) as unknown as KindSettings;
