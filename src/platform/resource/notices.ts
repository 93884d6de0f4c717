import { Injectable } from '@nestjs/common';

/** Kinds of notices, the most telling first: of several about one change, a person gets the first (D-NTF-1). */
export const NOTICE_KINDS = [
  'mention',
  'assignment',
  'review',
  'decision',
  'application',
  'deal',
  'due',
  'import',
  'export',
  'webhook',
  'alert',
  'comment',
  'change',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Channel of notifications about new notices: see `NewNotices`. */
export const INBOX_CHANNEL = 'inbox';

/** Payload of a notification: people of a workspace who have new notices about records of a type. */
export interface NewNotices {
  workspace_id: string;
  record_type: string;
  user_ids: readonly string[];
}

/** Whom events of a record tell. The listener of the inbox reads these declarations. */
export interface NoticeRule {
  kind: NoticeKind;
  /** Verbs of the events. An update counts only if it changed one of the columns in `to`. */
  on: readonly string[];
  /** Columns with the ids of the people who are told. */
  to?: readonly string[];
  /** The notice is about the parent, of which the record is a part. */
  about?: 'parent';
  /** The same for columns of the parent. */
  toOfParent?: readonly string[];
  /** Also tells those who follow the record that the notice is about. */
  followers?: true;
  /** Also tells the admins of the app. */
  admins?: true;
  /** A person is told once of the record, however often it changes. */
  once?: true;
}

/** A notice that no event causes. */
export interface Notice {
  kind: NoticeKind;
  users: readonly string[];
  record: { readonly type: string; readonly id: string };
  /** Tells notices apart: a person gets one with the same source once. */
  source: string;
}

type Settle = (kind: NoticeKind, recordId: string, users: readonly string[]) => Promise<void>;

/** Port of the inbox for other apps. */
@Injectable()
export class Notices {
  #tell: (notices: readonly Notice[]) => Promise<void> = async () => undefined;
  #settle: Settle = async () => undefined;

  /** Called once at startup by the app that owns the inbox. */
  answers(tell: (notices: readonly Notice[]) => Promise<void>, settle: Settle): void {
    this.#tell = tell;
    this.#settle = settle;
  }

  /** Adds notices in the current unit of work, for people who are active. */
  tell(...notices: readonly Notice[]): Promise<void> {
    return this.#tell(notices);
  }

  /** Takes notices that wait for an answer out of the inbox of these people, because it has been given. Needs a unit of work. */
  settle(kind: NoticeKind, recordId: string, users: readonly string[]): Promise<void> {
    return this.#settle(kind, recordId, users);
  }
}
