import { type Language, type Message, numberInWords, t } from '../../platform/index.js';
import type { Reminded } from './timer.repository.js';

/** Reminds of a timer. `isHidden`: whoever runs it may not read the task any more. */
export function timerMail(
  { email, display_name, task, project }: Reminded,
  elapsed: number,
  isHidden: boolean,
  language: Language,
): Message {
  const hours = numberInWords(elapsed, language);
  return {
    to: email,
    subject: isHidden
      ? t('Your timer is still running', {}, language)
      : t('Your timer is still running: {task}', { task }, language),
    letter: {
      to: display_name,
      lines: [
        isHidden
          ? t('the timer on one of your tasks has been running for {hours} hours.', { hours }, language)
          : t(
              'the timer on the task “{task}” of the project “{project}” has been running for {hours} hours.',
              { task, project, hours },
              language,
            ),
        t('If you forgot it, stop it and correct the logged time.', {}, language),
      ],
    },
    language,
  };
}
