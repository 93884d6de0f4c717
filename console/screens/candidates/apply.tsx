import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Dialog, Form, More, placeOf, type Shown, suite } from '../../kit/index.js';
import { Answer, emptyAnswer, type Given, named } from './answer.js';
import { t } from '../../kit/language.js';

type Job = Shown<'Job'>;

interface Candidate extends Record<string, Given> {
  display_name: string;
  email: string;
  phone: string;
}

/** Applies for somebody: people who came by another way than the careers page. Files follow on the page of the candidate. */
export function Apply({ to: job, close }: { to: Job; close: () => void }) {
  const navigate = useNavigate();
  const questions = job.application_form.fields.filter(({ type }) => type !== 'file');
  const [required, optional] = [true, false].map((is) => questions.filter((each) => each.required === is));
  return (
    <Dialog onClose={close} title={t('New candidate for {title}', { title: job.title })}>
      <Form
        initial={
          {
            display_name: '',
            email: '',
            phone: '',
            ...Object.fromEntries(questions.map((each) => [named(each), emptyAnswer(each)])),
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
        done={t('Candidate created.')}
        button={t('Create candidate')}
        cancel={close}
      >
        {(field) => {
          const answers = (of: typeof questions) =>
            of.map((question) => (
              <Answer
                key={question.name}
                to={question}
                value={field.values[named(question)]!}
                onChange={(value) => field.set(named(question), value)}
              />
            ));
          return (
            <>
              <TextInput
                label={t('Name')}
                required
                data-autofocus
                {...field('display_name')}
                error={field.at('candidate.display_name')}
              />
              <TextInput label="E-mail" type="email" required {...field('email')} error={field.at('candidate.email')} />
              <TextInput label={t('Phone')} {...field('phone')} error={field.at('candidate.phone')} />
              {answers(required!)}
              {optional!.length > 0 && <More open={field.within('answers') !== undefined}>{answers(optional!)}</More>}
            </>
          );
        }}
      </Form>
    </Dialog>
  );
}
