import { ActionIcon, Button, Checkbox, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Calm, Form, Icon, Page, Ready, Section, type Shown, suite, useRead } from '../../kit/index.js';
import { Answer, emptyAnswer, named, type Question } from '../candidates/answer.js';
import styles from './jobs.module.css';
import { typeName, TYPES } from './types.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/jobs/$id/form');

const PATH = '/v1/careers/jobs/{id}';

type Job = Shown<'Job'>;

const isChoice = (type: Question['type']) => type === 'select' || type === 'multi_select';

export default function Questions() {
  const { id } = route.useParams();
  const job = useRead(PATH, { path: { id } });
  return <Ready of={job}>{(shown) => <Builder key={id} of={shown} />}</Ready>;
}

/** A question as it is edited. `key` tells it from others while its name is open. */
interface Draft extends Question {
  key: number;
  /** Answers refer to the name, so that of a question that was asked before stays. */
  fixed: boolean;
}

const asDrafts = ({ application_form }: Job) => ({
  application_form: application_form.fields.map((field, key): Draft => ({ ...field, key, fixed: true })),
});

/** The questions of a job, and beside them the form as candidates see it. */
function Builder({ of: job }: { of: Job }) {
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/jobs/$id', params: { id: job.id } });
  return (
    <Page
      title={t('Questions to candidates')}
      within={{ title: job.title, to: `/jobs/${job.id}` }}
      about={t('Name and e-mail address are always asked for. Answers that candidates gave stay as they are.')}
    >
      <Form
        initial={asDrafts(job)}
        of={{ path: PATH, names: { id: job.id }, as: asDrafts }}
        submit={({ application_form }, header) =>
          suite.patch(PATH, {
            params: { path: { id: job.id }, header },
            body: { application_form: { fields: withNames(application_form) } },
          })
        }
        button={t('Save the questions')}
        done={t('The questions are saved.')}
        after={back}
        cancel={back}
      >
        {(field) => {
          const questions = field.values.application_form;
          const set = (next: Draft[]) => field.set('application_form', next);
          return (
            <div className={styles.builder}>
              <Section title={t('Questions')}>
                {questions.length ? (
                  <ol className={styles.questions}>
                    {questions.map((question, index) => (
                      <Edit
                        key={question.key}
                        of={question}
                        place={index + 1}
                        count={questions.length}
                        change={(changed) => set(questions.with(index, { ...question, ...changed }))}
                        move={(by) => set(moved(questions, index, by))}
                        remove={() => set(questions.toSpliced(index, 1))}
                        problem={(part) => field.at(`application_form.fields[${index}].${part}`)}
                      />
                    ))}
                  </ol>
                ) : (
                  <Calm icon="minus">{t('Nothing is asked beside name and address')}</Calm>
                )}
                <Button
                  mt="sm"
                  variant="default"
                  leftSection={<Icon name="plus" size={14} />}
                  onClick={() => set([...questions, fresh(questions)])}
                >
                  {t('Add a question')}
                </Button>
              </Section>
              <Section title={t('As candidates see it')}>
                <Seen title={job.title} questions={withNames(questions)} />
              </Section>
            </div>
          );
        }}
      </Form>
    </Page>
  );
}

const fresh = (questions: readonly Draft[]): Draft => ({
  key: Math.max(-1, ...questions.map(({ key }) => key)) + 1,
  fixed: false,
  name: '',
  label: '',
  type: 'text',
  required: false,
  options: [],
});

const moved = (questions: readonly Draft[], from: number, by: number): Draft[] =>
  questions.toSpliced(from, 1).toSpliced(from + by, 0, questions[from]!);

/** Gives new questions names, made of their labels: programs that read answers know them by these. */
function withNames(questions: readonly Draft[]): Question[] {
  const taken = new Set(questions.flatMap(({ fixed, name }) => (fixed ? name : [])));
  return questions.map(({ key: _, fixed, name, label, type, required, options }) => {
    const own = fixed ? name : unusedName(label ?? '', taken);
    taken.add(own);
    return { name: own, label: label?.trim() || null, type, required, options: isChoice(type) ? options : [] };
  });
}

function unusedName(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = words?.join('_').slice(0, 40) ?? 'question';
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(tried)) return tried;
  }
}

interface EditProps {
  of: Draft;
  place: number;
  count: number;
  change: (changed: Partial<Draft>) => void;
  move: (by: 1 | -1) => void;
  remove: () => void;
  /** The server's error for a part of the form. */
  problem: (part: 'name' | 'label' | 'type' | 'options') => string | undefined;
}

function Edit({
  of: { name, label, type, required, options, fixed },
  place,
  count,
  change,
  move,
  remove,
  problem,
}: EditProps) {
  const about = t('question {place}', { place });
  return (
    <li className={styles.question}>
      <div className={styles.questionMain}>
        <TextInput
          label={t('Question {place}', { place })}
          placeholder={fixed ? name : t('What do you want to know?')}
          value={label ?? ''}
          autoFocus={!fixed}
          error={problem('label') ?? problem('name')}
          onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        />
        <NativeSelect
          label={t('Answer')}
          aria-label={t('Answer to {about}', { about })}
          value={type}
          error={problem('type')}
          onChange={({ currentTarget }) => change({ type: currentTarget.value as Question['type'] })}
          data={TYPES.map((value) => ({ value, label: typeName(value) }))}
        />
      </div>
      {isChoice(type) && (
        <TagsInput
          label={t('Choices')}
          aria-label={t('Choices of {about}', { about })}
          placeholder={options.length ? undefined : t('Type one and press Enter')}
          value={options}
          error={problem('options')}
          onChange={(next) => change({ options: next })}
        />
      )}
      <div className={styles.questionFoot}>
        <Checkbox
          size="xs"
          label={t('Needs an answer')}
          checked={required}
          onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
        />
        <span className="in-line">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Move {about} up', { about })}
            title={t('Up')}
            disabled={place === 1}
            onClick={() => move(-1)}
          >
            <Icon name="chevronDown" size={16} style={{ transform: 'rotate(180deg)' }} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Move {about} down', { about })}
            title={t('Down')}
            disabled={place === count}
            onClick={() => move(1)}
          >
            <Icon name="chevronDown" size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Remove {about}', { about })}
            title={t('Remove')}
            onClick={remove}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
        </span>
      </div>
    </li>
  );
}

/** The form as candidates see it. It can be tried out, and is sent nowhere. */
function Seen({ title, questions }: { title: string; questions: readonly Question[] }) {
  const [answers, setAnswers] = useState<Record<string, string | string[] | boolean>>({});
  const field = (name: string) => ({
    name,
    value: answers[name],
    onChange: (change: any) =>
      setAnswers((before) => ({ ...before, [name]: change?.currentTarget ? change.currentTarget.value : change })),
  });
  return (
    <div className="stack" role="group" aria-label={t('Preview of the form')}>
      <strong>{title}</strong>
      <TextInput
        label={t('Your name')}
        required
        {...field('display_name')}
        value={String(answers.display_name ?? '')}
      />
      <TextInput label={t('Your e-mail address')} required {...field('email')} value={String(answers.email ?? '')} />
      {questions.map((question) => (
        <Answer
          key={question.name}
          to={question}
          value={answers[named(question)] ?? emptyAnswer(question)}
          onChange={(value) => setAnswers((before) => ({ ...before, [named(question)]: value }))}
        />
      ))}
    </div>
  );
}
