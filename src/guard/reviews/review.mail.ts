import type { Message } from '../../platform/index.js';

/** Tells an approver that requests wait. It names no contents, and those that come meanwhile need no further mail. */
export const reviewMail = (to: string, asker: string, policy: string, link: string): Message => ({
  to,
  subject: `Approval needed: ${policy.replace(/\s+/g, ' ')}`,
  letter: {
    lines: [`${asker} asks for a change that needs an approval (policy: ${policy}).`],
    button: { label: 'See what waits for you', link },
  },
});
