import { t } from '../../platform/index.js';
import { field } from '../pages/fields.js';
import { type Html, html } from '../pages/html.js';
import { MIN_LENGTH } from './password-rules.js';

export interface PasswordProblems {
  password: string | null;
  repeated: string | null;
}

/** The fields of a form in which a new password is chosen: `password`, and `repeated`. */
export const newPasswordFields = (problems?: PasswordProblems): Html => html`
  ${field({
    name: 'password',
    label: t('New password'),
    type: 'password',
    autocomplete: 'new-password',
    hint: t('{min} characters or more; several words make a good one.', { min: MIN_LENGTH }),
    problem: problems?.password,
    autofocus: Boolean(problems?.password),
  })}
  ${field({
    name: 'repeated',
    label: t('Repeat the new password'),
    type: 'password',
    autocomplete: 'new-password',
    problem: problems?.repeated,
    autofocus: Boolean(problems?.repeated && !problems.password),
  })}
`;

export const repeatProblem = (password: string, repeated: string | null): string | null =>
  password === repeated ? null : t('The passwords do not match.');
