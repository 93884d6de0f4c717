import { t } from '../../platform/index.js';
import { type Html, html } from './html.js';

export interface FieldOptions {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: string;
  value?: string;
  hint?: string;
  /** The problem with the submitted value. */
  problem?: string | null;
  /** Invalid together with other fields; the id of the element with the message. */
  problemId?: string | false;
  autofocus?: boolean;
}

/** A labelled input with hint and error, associated for screen readers. */
export function field({
  name,
  label,
  type,
  autocomplete,
  value,
  hint,
  problem,
  problemId,
  autofocus,
}: FieldOptions): Html {
  const described = [problemId, problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      required
      maxlength="1024"
      ${value !== undefined && html`value="${value}"`}
      ${type !== 'password' && html`autocapitalize="none" spellcheck="false"`}
      ${described !== '' && html`aria-describedby="${described}"`}
      ${(problem || problemId) && html`aria-invalid="true"`}
      ${autofocus && html`autofocus`}
    />
    ${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}

/** The most characters of a name. */
const MAX_NAME = 255;

/** The problem of a name that was typed, or null. */
export function nameProblem(name: string, whose: 'person' | 'company'): string | null {
  if (!name) return whose === 'person' ? t('Enter your name.') : t('Enter the name of your company.');
  if ([...name].length <= MAX_NAME) return null;
  return whose === 'person'
    ? t('Your name must have at most {max} characters.', { max: MAX_NAME })
    : t('The name of your company must have at most {max} characters.', { max: MAX_NAME });
}

/** A field of the form that is not shown. */
export const hidden = (name: string, value: string | null): Html | null =>
  value === null ? null : html`<input type="hidden" name="${name}" value="${value}" />`;
