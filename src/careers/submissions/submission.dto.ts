import { Email, Nested, NestedList, Text, ViewType } from '../../platform/index.js';
import { Answer, Application } from '../applications/application.entity.js';

class Applicant {
  @Text({ example: 'Ada Lovelace', description: 'Name of the candidate.' }) display_name: string;
  @Email({ description: 'E-mail address of the candidate.' }) email: string;
  @Text({
    max: 32,
    optional: true,
    nullable: true,
    default: null,
    example: '+44 20 7946 0000',
    description: 'Phone number of the candidate.',
  })
  phone: string | null;
}

/** Answers to 50 fields, of which some are several choices. */
const MAX_ANSWERS = 1_000;

export class SubmitApplication {
  @Nested(() => Applicant, { description: 'Candidate.' }) candidate: Applicant;
  @NestedList(() => Answer, {
    maxItems: MAX_ANSWERS,
    default: [],
    description: 'Answers to the form of the job: for multi_select one per choice, for files none.',
  })
  answers: Answer[];
  @Text({
    optional: true,
    empty: true,
    description:
      'Honeypot for bots: leave it empty. People do not see the field. Submissions with a value are accepted and discarded.',
  })
  website?: string;
}

/** The answer to the candidate. It repeats nothing of their input. */
export class SubmissionView extends ViewType(Application, ['id', 'job_id', 'status', 'stage_id', 'submitted_at']) {}
