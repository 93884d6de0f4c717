import { type Html, html } from '../../access/index.js';
import { deferred, type Detail, t, translated } from '../../platform/index.js';
import type { ApplicationForm, FormField } from '../jobs/application-form.js';
import { ACCEPTED_ENDINGS, ACCEPTED_TYPES } from '../submissions/file-types.js';
import { inWords, ruleInWords } from './site-words.js';

/** Submitted values by input name, without files, because browsers cannot be given files. */
export type Typed = ReadonlyMap<string, readonly string[]>;

/** The honeypot input, hidden from people (`SubmitApplication.website`). */
export const TRAP = 'website';

/** Prefix of inputs for the questions of a job, to avoid name conflicts. */
export const ANSWER = 'answers.';

/** Name and address, required for every job. The input names are those of the API fields. */
const PERSON = [
  { name: 'candidate.display_name', label: deferred('Name'), type: 'text', required: true, autocomplete: 'name' },
  { name: 'candidate.email', label: deferred('E-mail address'), type: 'email', required: true, autocomplete: 'email' },
  { name: 'candidate.phone', label: deferred('Phone number'), type: 'tel', required: false, autocomplete: 'tel' },
] as const;

/** Types of inputs, and the keyboards of phones. Numbers are texts, because inputs of type number drop what they do not understand. */
const INPUTS: Partial<Record<FormField['type'], { type: string; inputmode?: string; hint?: string }>> = {
  text: { type: 'text' },
  email: { type: 'email' },
  phone: { type: 'tel' },
  number: { type: 'text', inputmode: 'decimal', hint: deferred('A number, such as 7 or 2.5') },
  date: { type: 'date' },
  url: { type: 'url', hint: deferred('An address that begins with https:// or http://') },
};

/** A validation error with its input and label. */
export interface Problem {
  /** Null: an error of the form as a whole. */
  input: string | null;
  label: string | null;
  message: string;
}

/** Translates validation errors of the API for the page. `answers`: in the order of submission. */
export function problemsOf(
  details: readonly Detail[],
  { fields }: ApplicationForm,
  answers: readonly { field: string }[],
): Problem[] {
  const labels = new Map([
    ...PERSON.map(({ name, label }) => [name as string, translated(label)] as const),
    ...fields.map(({ name, label }) => [ANSWER + name, label ?? name] as const),
  ]);
  return details.map(({ field, code, message }) => {
    const index = /^answers\[(\d+)\]/.exec(field)?.[1];
    const input = index === undefined ? field : ANSWER + answers[Number(index)]!.field;
    const label = labels.get(input) ?? null;
    if (label === null) return { input: null, label, message: inWords(message) };
    if (code === 'required') return { input, label, message: t('An answer is required.') };
    return { input, label, message: ruleInWords(message) };
  });
}

/** The form, filled with submitted values and their errors. */
export function applicationForm(
  action: string,
  { fields }: ApplicationForm,
  typed: Typed,
  problems: readonly Problem[],
): Html {
  const problemOf = (input: string) => problems.find((problem) => problem.input === input)?.message;
  const hasFiles = fields.some(({ type }) => type === 'file');
  return html`<form method="post" action="${action}" enctype="multipart/form-data">
    ${PERSON.map(({ name, label, type, required, autocomplete }) =>
      input({
        name,
        label: translated(label),
        type,
        required,
        autocomplete,
        value: typed.get(name)?.[0],
        problem: problemOf(name),
      }),
    )}
    ${fields.map((field) => answer(field, typed.get(ANSWER + field.name) ?? [], problemOf(ANSWER + field.name)))}
    <div class="trap" aria-hidden="true">
      <label for="${TRAP}">${t('Leave this empty')}</label>
      <input id="${TRAP}" name="${TRAP}" type="text" tabindex="-1" autocomplete="off" />
    </div>
    ${problems.length > 0 && hasFiles && html`<p class="hint">${t('Choose your files again: browsers forget them.')}</p>`}
    <p><button>${t('Send application')}</button></p>
  </form>`;
}

/** Error summary with links to the inputs. It takes the focus, so that screen readers begin with it. */
export const summary = (problems: readonly Problem[]): Html | false =>
  problems.length > 0 &&
  html`<div class="alert" role="alert" tabindex="-1" autofocus>
    <p>${t('Your application has not been sent yet.')}</p>
    <ul class="wishes">
      ${problems.map(
        ({ input, label, message }) =>
          html`<li>${input === null ? message : html`<a href="#${idOf(input)}">${label}</a>: ${message}`}</li>`,
      )}
    </ul>
  </div>`;

/** Input names may contain spaces, ids may not. */
const idOf = (name: string) => encodeURIComponent(name);

interface InputOptions {
  name: string;
  label: string;
  type: string;
  required: boolean;
  autocomplete?: string;
  inputmode?: string;
  accept?: string;
  hint?: string;
  value?: string;
  problem?: string;
}

function input(of: InputOptions): Html {
  return labelled(
    of,
    html`<input
      id="${idOf(of.name)}"
      name="${of.name}"
      type="${of.type}"
      ${of.value && html`value="${of.value}"`}
      ${of.autocomplete && html`autocomplete="${of.autocomplete}"`}
      ${of.inputmode && html`inputmode="${of.inputmode}"`}
      ${of.accept && html`accept="${of.accept}"`}
      ${attributes(of)}
    />`,
  );
}

type About = Pick<InputOptions, 'name' | 'label' | 'required' | 'hint' | 'problem'>;

/** ARIA attributes of an input: required, invalid, and its descriptions. */
function attributes({ name, required, hint, problem }: About): Html {
  const described = [problem && `${idOf(name)}-problem`, hint && `${idOf(name)}-hint`].filter(Boolean).join(' ');
  return html`${required && html`required`} ${problem && html`aria-invalid="true"`}
  ${described !== '' && html`aria-describedby="${described}"`}`;
}

const labelled = (of: About, control: Html): Html =>
  html`<div class="field">
    <label for="${idOf(of.name)}">${of.label}${optional(of)}</label>
    ${control} ${notes(of)}
  </div>`;

const optional = ({ required }: Pick<About, 'required'>) =>
  !required && html` <span class="soft">${t('(optional)')}</span>`;

const notes = ({ name, problem, hint }: About): Html =>
  html`${problem && html`<p class="problem" id="${idOf(name)}-problem">${problem}</p>`}
  ${hint && html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`}`;

/** The control of a question. Only multiple choice uses more than the first value. */
function answer(
  { name: field, label, type, required, options }: FormField,
  values: readonly string[],
  problem?: string,
): Html {
  const of = { name: ANSWER + field, label: label ?? field, required, problem };
  const plain = INPUTS[type];
  if (plain) return input({ ...of, ...plain, hint: plain.hint && translated(plain.hint), value: values[0] });
  if (type === 'file')
    return input({
      ...of,
      type: 'file',
      accept: ACCEPTED_ENDINGS,
      hint: t('{types}; at most 10 MiB', { types: translated(ACCEPTED_TYPES) }),
    });
  if (type === 'long_text')
    return labelled(
      of,
      html`<textarea id="${idOf(of.name)}" name="${of.name}" rows="6" ${attributes(of)}>${'\n'}${values[0]}</textarea>`,
    );
  if (type === 'select')
    return labelled(
      of,
      html`<select id="${idOf(of.name)}" name="${of.name}" ${attributes(of)}>
        <option value=""></option>
        ${options.map((option) => html`<option ${values[0] === option && html`selected`}>${option}</option>`)}
      </select>`,
    );
  const choices =
    type === 'boolean'
      ? [
          ['true', t('Yes')],
          ['false', t('No')],
        ]
      : options.map((option) => [option, option]);
  const kind = type === 'boolean' ? 'radio' : 'checkbox';
  return html`<fieldset
    id="${idOf(of.name)}"
    class="field"
    tabindex="-1"
    ${problem && html`aria-describedby="${idOf(of.name)}-problem"`}
  >
    <legend>${of.label}${optional(of)}</legend>
    ${choices.map(
      ([value, words]) =>
        html`<label class="choice">
          <input
            type="${kind}"
            name="${of.name}"
            value="${value}"
            ${required && kind === 'radio' && html`required`}
            ${values.includes(value!) && html`checked`}
          />
          ${words}
        </label>`,
    )}
    ${notes(of)}
  </fieldset>`;
}
