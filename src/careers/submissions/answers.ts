import {
  ApiError,
  Choice,
  DateOnly,
  type Detail,
  type DetailCode,
  Email,
  LongText,
  read,
  rule,
  Text,
} from '../../platform/index.js';
import type { Answer } from '../applications/application.entity.js';
import type { ApplicationForm, FormField } from '../jobs/application-form.js';

const isUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);
const isPhone = (text: string) => /^\+?[\d\s()./-]+$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 3;

// The rules of each type are those of any request's fields, so that an e-mail address means the same everywhere.
class TextAnswer {
  @Text() value: string;
}
class LongTextAnswer {
  @LongText({ max: 10_000 }) value: string;
}
class EmailAnswer {
  @Email() value: string;
}
class PhoneAnswer {
  @Text({ max: 32 }) @rule('invalid_format', isPhone, '$property must be a phone number.') value: string;
}
class NumberAnswer {
  @Text({ max: 50 })
  @rule(
    'invalid_format',
    (text) => /^-?\d+(\.\d+)?$/.test(text),
    '$property must be a decimal number such as 7 or 2.5.',
  )
  value: string;
}
class BooleanAnswer {
  @Choice(['true', 'false']) value: string;
}
class DateAnswer {
  @DateOnly() value: string;
}
class UrlAnswer {
  @Text({ max: 2048 }) @rule('invalid_format', isUrl, '$property must be a URL with http or https.') value: string;
}

const PLAIN: Partial<Record<FormField['type'], new () => { value: string }>> = {
  text: TextAnswer,
  long_text: LongTextAnswer,
  email: EmailAnswer,
  phone: PhoneAnswer,
  number: NumberAnswer,
  boolean: BooleanAnswer,
  date: DateAnswer,
  url: UrlAnswer,
};

/** An empty text is no answer, because forms of browsers send every field. */
const isEmpty = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** The answers that are not empty. */
export const answered = (answers: readonly Answer[]): Answer[] => answers.filter(({ value }) => !isEmpty(value));

/**
 * All that is wrong with answers to a form (D-CAR-3). `given` is what was sent, whatever it is: an item without the shape of
 * an answer is for others to refuse, and counts as one. `files`: the fields that a file came for.
 */
export function problemsOf({ fields }: ApplicationForm, given: unknown, files: ReadonlySet<string>): Detail[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const known = new Set(files);
  const chosen = new Set<string>();
  const problems: Detail[] = [];
  const items: unknown[] = Array.isArray(given) ? given : [];
  items.forEach((item, index) => {
    const { field: name, value } = Object(item) as Partial<Answer>;
    if (typeof name !== 'string') return;
    if (typeof value !== 'string') return void known.add(name.trim());
    const at = `answers[${index}]`;
    const add = (part: string, code: DetailCode, message: string) =>
      problems.push({ field: `${at}.${part}`, code, message });
    const field = byName.get(name.trim());
    if (!field) return add('field', 'unknown_field', 'The form of the job has no such field.');
    if (isEmpty(value)) return;
    const choice = JSON.stringify([field.name, value]);
    if (known.has(field.name) && (field.type !== 'multi_select' || chosen.has(choice)))
      return add(field.type === 'multi_select' ? 'value' : 'field', 'duplicate', `${at} repeats an answer.`);
    known.add(field.name);
    chosen.add(choice);
    problems.push(...problemsOfValue(field, value, `${at}.value`));
  });
  for (const { name, required } of fields) {
    if (required && !known.has(name))
      problems.push({ field: `answers.${name}`, code: 'required', message: `An answer to ${name} is required.` });
  }
  return problems;
}

function problemsOfValue({ type, options }: FormField, value: string, at: string): Detail[] {
  if (type === 'file')
    return [{ field: at, code: 'invalid_type', message: `${at} must be a file: a form part with this name.` }];
  const Plain = PLAIN[type];
  if (!Plain) {
    if (options.includes(value)) return [];
    return [{ field: at, code: 'invalid_value', message: `${at} must be one of ${options.join(', ')}.` }];
  }
  try {
    read(Plain, { value });
    return [];
  } catch (error) {
    const { details = [] } = error as ApiError;
    return details.map(({ code, message }) => ({ field: at, code, message: message.replace(/^value /, `${at} `) }));
  }
}
