import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Dialog, type Fields, Form, placeOf, type Shown, suite } from '../../kit/index.js';

type Job = Shown<'Job'>;
type Question = Job['application_form']['fields'][number];
type Answers = Record<string, string | string[] | boolean>;

interface Candidate extends Answers {
  display_name: string;
  email: string;
  phone: string;
}

/** The name of a question among the values, apart from those of the candidate. */
const named = ({ name }: Question) => `answer.${name}`;

/** Applies for somebody: people who came by another way than the careers page. Files follow on the page of the candidate. */
export function Apply({ to: job, close }: { to: Job; close: () => void }) {
  const navigate = useNavigate();
  const questions = job.application_form.fields.filter(({ type }) => type !== 'file');
  const empty = ({ type }: Question) => (type === 'multi_select' ? [] : type === 'boolean' ? false : '');
  return (
    <Dialog onClose={close} title={`New candidate for ${job.title}`}>
      <Form
        initial={
          {
            display_name: '',
            email: '',
            phone: '',
            ...Object.fromEntries(questions.map((each) => [named(each), empty(each)])),
          } as Candidate
        }
        submit={({ display_name, email, phone, ...answers }) =>
          suite.post('/v1/careers/jobs/{job_id}/applications', {
            params: { path: { job_id: job.id } },
            body: {
              candidate: { display_name, email, ...(phone && { phone }) },
              answers: questions.flatMap((each) =>
                [answers[named(each)] ?? ''].flat().flatMap((value) => {
                  const text = value === true ? 'true' : value === false ? '' : value;
                  return text === '' ? [] : [{ field: each.name, value: text }];
                }),
              ),
            },
          })
        }
        after={({ id }) => {
          close();
          void navigate({ to: placeOf(id) });
        }}
        done="The application is there."
        button="Add the candidate"
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput
              label="Name"
              required
              data-autofocus
              {...field('display_name')}
              error={field.at('candidate.display_name')}
            />
            <TextInput label="E-mail" type="email" required {...field('email')} error={field.at('candidate.email')} />
            <TextInput label="Phone" {...field('phone')} error={field.at('candidate.phone')} />
            {questions.map((question) => (
              <Answer key={question.name} to={question} field={field} />
            ))}
          </>
        )}
      </Form>
    </Dialog>
  );
}

const TYPES: Record<string, string> = { email: 'email', phone: 'tel', date: 'date', url: 'url' };

function Answer({ to: question, field }: { to: Question; field: Fields<Candidate> }) {
  const { label, type, required, options } = question;
  const name = named(question);
  const shared = { label: label ?? question.name, required };
  const { value, onChange } = field(name);
  switch (type) {
    case 'long_text':
      return <Textarea {...shared} value={value as string} onChange={onChange} />;
    case 'boolean':
      return <Checkbox label={shared.label} {...field.checked(name)} />;
    case 'select':
      return (
        <NativeSelect
          {...shared}
          value={value as string}
          onChange={onChange}
          data={[{ value: '', label: 'No answer' }, ...options]}
        />
      );
    case 'multi_select':
      return (
        <Checkbox.Group {...shared} value={value as string[]} onChange={onChange}>
          <div className="radios">
            {options.map((each) => (
              <Checkbox key={each} value={each} label={each} />
            ))}
          </div>
        </Checkbox.Group>
      );
    default:
      return <TextInput {...shared} type={TYPES[type] ?? 'text'} value={value as string} onChange={onChange} />;
  }
}
