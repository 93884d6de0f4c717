import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import {
  Dialog,
  Facts,
  Form,
  offerUndo,
  Problem,
  Section,
  type Shown,
  suite,
  useAction,
  useDialog,
  useFirstWeekday,
  useMay,
  useRead,
} from '../../kit/index.js';
import { Day } from '../boards/day.js';
import { type Frequency, NEW_RULE, readRule, ruleInWords, UNITS, weekdaysFrom, writtenRule } from './rule.js';
import { t } from '../../kit/language.js';

const PATH = '/v1/project/recurrences';
const ONE = '/v1/project/recurrences/{id}';

type Recurrence = Shown<'Recurrence'>;
type Trigger = Recurrence['trigger'];

const TRIGGERS = [
  { value: 'done', label: t('When this one is done') },
  { value: 'due', label: t('On its day, whatever has become of this one') },
];

/** How a task comes again, and a button that says so. Tasks without a due date cannot. */
export function Repeat({ of: task }: { of: Shown<'ProjectTask'> }) {
  const may = useMay()('project:write');
  const found = useRead(PATH, { query: { task_id: task.id, limit: 1 } });
  const rule = found.data?.data[0];
  const [open, dialog] = useDialog((close) => <RuleDialog of={rule} task={task.id} close={close} />);
  const end = useAction(() => suite.delete(ONE, { params: { path: { id: rule!.id } } }), {
    after: () => {
      const { task_id, rule: of, trigger } = rule!;
      offerUndo(t('The task does not come again.'), () => suite.post(PATH, { body: { task_id, rule: of, trigger } }));
    },
  });
  if (!found.data || (!rule && (!may || !task.due_date))) return null;
  return (
    <Section
      title={t('Repeats')}
      beside={
        may && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={open}>
              {rule ? t('Edit rule') : t('Repeat this task')}
            </Button>
            {rule && (
              <Button variant="subtle" color="red" size="compact-sm" loading={end.running} onClick={end.run}>
                {t('End')}
              </Button>
            )}
          </Group>
        )
      }
    >
      {rule ? (
        <Facts
          of={{
            [t('Rule')]: ruleInWords(rule.rule),
            [t('The next one')]: TRIGGERS.find(({ value }) => value === rule.trigger)?.label,
            ...(rule.status === 'ended' && { [t('State')]: t('The rule has no more days.') }),
            [t('Due now')]: <Day date={rule.occurs_on} over={false} />,
          }}
        />
      ) : (
        <p className="soft">{t('It does not.')}</p>
      )}
      {end.error && <Problem error={end.error} />}
      {dialog}
    </Section>
  );
}

function RuleDialog({ of, task, close }: { of: Recurrence | undefined; task: string; close: () => void }) {
  const first = useFirstWeekday();
  const read = of ? readRule(of.rule) : NEW_RULE;
  return (
    <Dialog onClose={close} title={of ? t('Edit rule') : t('Repeat this task')}>
      <Form
        initial={{ ...(read ?? NEW_RULE), own: read ? '' : of!.rule, trigger: (of?.trigger ?? 'done') as Trigger }}
        submit={async ({ own, trigger, ...rule }) => {
          const body = { rule: own || writtenRule(rule), trigger };
          if (of) await suite.patch(ONE, { params: { path: { id: of.id } }, body });
          else await suite.post(PATH, { body: { task_id: task, ...body } });
        }}
        after={close}
        done={of ? t('Rule saved.') : t('The task comes again.')}
        button={of ? t('Save') : t('Repeat')}
        cancel={close}
      >
        {(field) => (
          <>
            {field.values.own ? (
              <TextInput
                label={t('Rule')}
                description={t('A rule of RFC 5545 that says more than this form can.')}
                {...field('own')}
                error={field('own').error ?? field.at('rule')}
              />
            ) : (
              <>
                <Group align="end" wrap="nowrap">
                  <TextInput
                    label={t('Every')}
                    inputMode="numeric"
                    w={90}
                    data-autofocus
                    {...field('interval')}
                    error={field.at('rule')}
                  />
                  <NativeSelect
                    aria-label={t('Unit')}
                    value={field.values.frequency}
                    onChange={({ currentTarget }) => field.set('frequency', currentTarget.value as Frequency)}
                    data={Object.entries(UNITS).map(([value, unit]) => ({
                      value,
                      label: field.values.interval.trim() === '1' ? unit : `${unit}s`,
                    }))}
                  />
                </Group>
                {field.values.frequency === 'WEEKLY' && (
                  <Checkbox.Group
                    label={t('On')}
                    description={t('None: the weekday of the due date.')}
                    value={field.values.weekdays}
                    onChange={(days) => field.set('weekdays', days)}
                  >
                    <div className="radios">
                      {weekdaysFrom(first).map(([value, label]) => (
                        <Checkbox key={value} value={value} label={label} />
                      ))}
                    </div>
                  </Checkbox.Group>
                )}
                {field.values.frequency === 'MONTHLY' && (
                  <Checkbox label={t('On the last day of the month')} {...field.checked('lastDay')} />
                )}
                <TextInput type="date" label={t('Until')} description={t('Empty: it goes on.')} {...field('until')} />
              </>
            )}
            <NativeSelect label={t('The next one is made')} data={TRIGGERS} {...field('trigger')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
