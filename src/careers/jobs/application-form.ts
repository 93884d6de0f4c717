import { Choice, type Detail, Flag, NestedList, Text, Texts } from '../../platform/index.js';

export const FIELD_TYPES = [
  'text',
  'long_text',
  'email',
  'phone',
  'number',
  'boolean',
  'date',
  'url',
  'select',
  'multi_select',
  'file',
] as const;

/** The part of a form (multipart) that has the application itself; no file can have its name. */
export const APPLICATION_PART = 'application';

export class FormField {
  @Text({ max: 50, example: 'experience', description: 'Unique in the form; answers name it.' }) name: string;
  @Text({ nullable: true, default: null, description: 'What candidates read; the name, where it is null.' })
  label: string | null;
  @Choice(FIELD_TYPES, {
    default: 'text',
    description:
      'What is accepted as an answer. All are sent as texts: a number in decimals, a boolean as true or false, a date as ' +
      'YYYY-MM-DD, a url with http or https, a choice of multi_select as an answer of its own, a file as a part of its own.',
  })
  type: (typeof FIELD_TYPES)[number];
  @Flag({ default: false, description: 'No application is accepted without an answer.' }) required: boolean;
  @Texts({
    maxItems: 100,
    maxLength: 255,
    default: [],
    description: 'What can be chosen: of select and multi_select at least one, of other types none.',
  })
  options: string[];
}

export class ApplicationForm {
  @NestedList(() => FormField, {
    maxItems: 50,
    default: [],
    description: 'What candidates are asked beside their name and address.',
  })
  fields: FormField[];
}

/** What is wrong with a form as a whole, where each of its fields is right for itself. */
export function problemsOf({ fields }: ApplicationForm): Detail[] {
  return fields.flatMap(({ name, type, options }, index): Detail[] => {
    const at = `application_form.fields[${index}]`;
    const chooses = type === 'select' || type === 'multi_select';
    const problems: Detail[] = [];
    if (fields.findIndex((other) => other.name === name) < index)
      problems.push({ field: `${at}.name`, code: 'duplicate', message: `There is a field ${name} already.` });
    if (type === 'file' && name === APPLICATION_PART)
      problems.push({ field: `${at}.name`, code: 'invalid_value', message: `A file cannot be called ${name}.` });
    if (chooses && !options.length)
      problems.push({ field: `${at}.options`, code: 'required', message: `A ${type} needs options.` });
    if (!chooses && options.length)
      problems.push({
        field: `${at}.options`,
        code: 'invalid_value',
        message: `A field of type ${type} has no options.`,
      });
    return problems;
  });
}
