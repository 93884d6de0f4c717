import { Choice, Text } from '../../platform/index.js';

export const REASON_TYPES = ['rejected_by_us', 'rejected_by_candidate', 'other'] as const;

/** Why an application ended, in words that statistics can compare. */
export class Reason {
  @Text({ max: 50, example: 'lacks_qualifications', description: 'Code, for `reason`.' }) code: string;
  @Text({ example: 'Lacks qualifications', description: 'Label.' }) label: string;
  @Choice(REASON_TYPES, { description: 'Party that decided.' }) type: (typeof REASON_TYPES)[number];
}

export const REASONS: readonly Reason[] = [
  { code: 'lacks_qualifications', label: 'Lacks qualifications', type: 'rejected_by_us' },
  { code: 'position_filled', label: 'Position filled', type: 'rejected_by_us' },
  { code: 'failed_assessment', label: 'Failed an assessment', type: 'rejected_by_us' },
  { code: 'compensation', label: 'Expects another compensation', type: 'rejected_by_candidate' },
  { code: 'work_authorization', label: 'Has no work authorization', type: 'rejected_by_us' },
  { code: 'unresponsive', label: 'Does not respond', type: 'rejected_by_candidate' },
  { code: 'duplicate', label: 'Applied twice', type: 'other' },
  { code: 'spam', label: 'Spam', type: 'other' },
  { code: 'stage_removed', label: 'Their stage was removed', type: 'other' },
  { code: 'other', label: 'Other', type: 'other' },
];

/** A free text becomes `other`, because it may name the candidate. */
export const inCatalogue = (reason: string): string => (REASONS.some(({ code }) => code === reason) ? reason : 'other');
