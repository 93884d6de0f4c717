import type { KnownUser } from '../../access/index.js';
import { dayInWords, type Language, type Message, numberInWords, t } from '../../platform/index.js';
import type { DueTask } from './upkeep.repository.js';

/** Reminds of tasks that are due. `today`: the day in the workspace. */
export function dueMail(
  { email, display_name }: Pick<KnownUser, 'email' | 'display_name'>,
  tasks: readonly DueTask[],
  today: string,
  language: Language,
): Message {
  return {
    to: email,
    subject:
      tasks.length === 1
        ? t('Due: {title}', { title: tasks[0]!.title }, language)
        : t('{count} tasks are due', { count: numberInWords(tasks.length, language) }, language),
    letter: {
      to: display_name,
      lines: [t('these tasks are due:', {}, language)],
      items: tasks.map((task) => lineOf(task, today, language)),
    },
    language,
  };
}

const lineOf = ({ title, project, due_date }: DueTask, today: string, language: Language): string =>
  due_date === today
    ? t('{title} ({project}), due today', { title, project }, language)
    : t('{title} ({project}), due on {day}', { title, project, day: dayInWords(due_date, language) }, language);
