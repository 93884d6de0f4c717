import { currentLanguage, type Destination } from '../../platform/index.js';
import type { Answer } from '../applications/application.entity.js';
import type { Job } from '../jobs/job.entity.js';
import { Submission } from '../submissions/submission.js';
import { ANSWER, TRAP, type Typed } from './site-form.js';

/** An application from the page of a job: its fields are those of the form. */
export class SiteSubmission extends Submission {
  /** Maximum inputs: 50 questions, some with up to 100 selected choices. */
  static override maxParts = 1_000;

  static override destinations(job: Job): ReadonlyMap<string, Destination> {
    return new Map([...super.destinations(job)].map(([name, to]) => [ANSWER + name, to]));
  }

  /** Fields of the API, and the submitted values to fill the form again after an error. */
  static override valueIn(typed: Typed): object {
    const text = (name: string) => typed.get(name)?.[0] ?? '';
    const phone = text('candidate.phone').trim();
    const answers: Answer[] = [...typed]
      .filter(([name]) => name.startsWith(ANSWER))
      // An empty select or text field is no answer.
      .flatMap(([name, values]) =>
        values.filter(Boolean).map((value) => ({ field: name.slice(ANSWER.length), value })),
      );
    return {
      candidate: { display_name: text('candidate.display_name'), email: text('candidate.email'), phone: phone || null },
      answers,
      [TRAP]: text(TRAP),
      typed,
    };
  }

  /** Separates the submitted values from the fields of the API, which have numbers with a point whatever people type. */
  take({ application_form }: Job): { typed: Typed; answers: readonly Answer[] } {
    const { typed, ...value } = this.value as { typed: Typed; answers: Answer[] };
    const numbers = application_form.fields.filter(({ type }) => type === 'number').map(({ name }) => name);
    const answers = value.answers.map((answer) =>
      numbers.includes(answer.field) ? { ...answer, value: withPoint(answer.value) } : answer,
    );
    this.value = { ...value, answers };
    this.files = new Map([...this.files].map(([name, file]) => [name.slice(ANSWER.length), file]));
    return { typed, answers };
  }
}

/** `2,5` as `2.5`, where the language of the page writes decimals so. */
const withPoint = (text: string): string =>
  (2.5).toLocaleString(currentLanguage()) === '2,5' ? text.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2') : text;
