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
  @Text({ max: 50, example: 'experience', description: 'Name of the field; unique in the form. Answers refer to it.' })
  name: string;
  @Text({ nullable: true, default: null, description: 'Label for candidates; null: the name.' })
  label: string | null;
  @Choice(FIELD_TYPES, {
    default: 'text',
    description:
      'Type of the answer. All answers are sent as texts: a number in decimals, a boolean as true or false, a date as ' +
      'YYYY-MM-DD, a url with http or https, each choice of multi_select as a separate answer, a file as a separate part.',
  })
  type: (typeof FIELD_TYPES)[number];
  @Flag({ default: false, description: 'Whether an application needs an answer.' }) required: boolean;
  @Texts({
    maxItems: 100,
    maxLength: 255,
    default: [],
    description: 'Choices: at least one for select and multi_select, none for other types.',
  })
  options: string[];
}

export class ApplicationForm {
  @NestedList(() => FormField, {
    maxItems: 50,
    default: [],
    description: 'Questions for candidates besides name and e-mail address.',
  })
  fields: FormField[];
}

/** Problems of a form as a whole; each field has been checked by itself. */
export function problemsOf({ fields }: ApplicationForm): Detail[] {
  return fields.flatMap(({ name, type, options }, index): Detail[] => {
    const at = `application_form.fields[${index}]`;
    const chooses = type === 'select' || type === 'multi_select';
    const problems: Detail[] = [];
    if (fields.findIndex((other) => other.name === name) < index)
      problems.push({ field: `${at}.name`, code: 'duplicate', message: `A field ${name} already exists.` });
    if (type === 'file' && name === APPLICATION_PART)
      problems.push({
        field: `${at}.name`,
        code: 'invalid_value',
        message: `A file field cannot have the name ${name}.`,
      });
    if (chooses && !options.length)
      problems.push({
        field: `${at}.options`,
        code: 'required',
        message: `A field of type ${type} must have options.`,
      });
    if (!chooses && options.length)
      problems.push({
        field: `${at}.options`,
        code: 'invalid_value',
        message: `A field of type ${type} must not have options.`,
      });
    return problems;
  });
}
