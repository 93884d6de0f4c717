import { Texts } from './fields.js';

/** Ids of the users whom a text mentions. Notices of the kind `mention` tell them (`NoticeRule`). */
export const Mentions = (description = 'Ids of mentioned users, who are told in their inbox.') =>
  Texts({
    maxItems: 50,
    maxLength: 40,
    idPrefix: 'usr',
    of: 'access.user',
    onDelete: 'keep',
    default: [],
    example: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description,
  });
