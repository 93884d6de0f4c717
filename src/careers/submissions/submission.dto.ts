import { Email, Nested, NestedList, Text, ViewType } from '../../platform/index.js';
import { Answer, Application } from '../applications/application.entity.js';

class Applicant {
  @Text({ example: 'Ada Lovelace', description: 'What they are called.' }) display_name: string;
  @Email({ description: 'Where they read their mail.' }) email: string;
  @Text({
    max: 32,
    optional: true,
    nullable: true,
    default: null,
    example: '+44 20 7946 0000',
    description: 'Where they can be called.',
  })
  phone: string | null;
}

/** Answers to 50 fields, of which some are several choices. */
const MAX_ANSWERS = 1_000;

export class SubmitApplication {
  @Nested(() => Applicant, { description: 'Who applies.' }) candidate: Applicant;
  @NestedList(() => Answer, {
    maxItems: MAX_ANSWERS,
    default: [],
    description: 'Answers to the form of the job; of multi_select one for each choice, of files none.',
  })
  answers: Answer[];
  @Text({
    optional: true,
    empty: true,
    description: 'To be left empty. People do not see this field; what is sent with it is accepted and thrown away.',
  })
  website?: string;
}

/** What the candidate hears: nothing of what they sent. */
export class SubmissionView extends ViewType(Application, ['id', 'job_id', 'status', 'stage_id', 'submitted_at']) {}
