import { NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  AddButton,
  Named,
  offerUndo,
  Problem,
  RowAction,
  Section,
  type Shown,
  suite,
  Tag,
  useAction,
  useDialog,
  useMay,
  worded,
} from '../../kit/index.js';
import { ActDialog } from '../../kit/record/actions.js';
import { offersOf } from '../../kit/record/acts.js';
import styles from './projects.module.css';
import { Rate } from './rate.js';
import { plural, t } from '../../kit/language.js';

const PATH = '/v1/project/projects/{id}/members';
const ROLES = ['viewer', 'member', 'admin'] as const;
/** Members that are drawn at once; a project has up to 1,000. */
const MAX_SHOWN = 50;

type Project = Shown<'Project'>;
type Person = Project['members'][number];

const ADD = offersOf('/v1/project/projects/{id}').find(({ path }) => path === PATH)!;

/** The members of a project, with their roles in it. */
export function Members({ of: project }: { of: Project }) {
  const { id, members, owner_id, status } = project;
  const may = useMay()('project:write') && status !== 'archived';
  const [all, showAll] = useState(false);
  const [add, adding] = useDialog((close) => (
    <ActDialog offer={ADD} names={{ id }} record={project} close={close} after={close} />
  ));
  const shown = all ? members : members.slice(0, MAX_SHOWN);
  return (
    <Section title={t('Members')} beside={may && <AddButton onClick={add}>{t('Add members')}</AddButton>}>
      <ul className={styles.people}>
        {shown.map((member) => (
          <Member key={member.user_id} of={member} project={id} may={may && member.user_id !== owner_id} rates={may} />
        ))}
      </ul>
      {shown.length < members.length && (
        <button type="button" className="link" onClick={() => showAll(true)}>
          {t('Show all {members}', { members: plural(members.length, '{count} member', '{count} members') })}
        </button>
      )}
      {adding}
    </Section>
  );
}

interface MemberProps {
  of: Person;
  /** The id of the project. */
  project: string;
  /** The owner stays, with the role admin. */
  may: boolean;
  /** Rates are for those who set them. */
  rates: boolean;
}

function Member({ of: { user_id, display_name, role, hourly_rate }, project, may, rates }: MemberProps) {
  const params = { path: { id: project } };
  const put = (now: Person['role']) =>
    suite.post(PATH, { params, body: { members: [{ user_id, role: now, hourly_rate }] } });
  const chosen = useRef(role);
  const change = useAction(() => put(chosen.current), {
    after: () =>
      offerUndo(t('Role of {display_name}: {current}.', { display_name, current: worded(chosen.current) }), () =>
        put(role),
      ),
  });
  const remove = async () => {
    await suite.delete('/v1/project/projects/{id}/members/{user_id}', { params: { path: { id: project, user_id } } });
    offerUndo(t('{display_name} removed from the project.', { display_name }), () => put(role));
  };
  return (
    <li>
      <span dir="auto">
        <Named of={user_id} />
      </span>
      <span className="soft">{rates && hourly_rate !== null && <Rate of={hourly_rate} />}</span>
      {may ? (
        <span className={styles.change}>
          <NativeSelect
            size="xs"
            aria-label={t('Role of {display_name}', { display_name })}
            value={role}
            disabled={change.running}
            onChange={({ currentTarget }) => {
              chosen.current = currentTarget.value as Person['role'];
              change.run();
            }}
            data={ROLES.map((value) => ({ value, label: worded(value) }))}
          />
          <RowAction
            title={t('Remove')}
            label={t('Remove {display_name}', { display_name })}
            icon="close"
            work={remove}
          />
        </span>
      ) : (
        <Tag>{worded(role)}</Tag>
      )}
      {change.error && <Problem error={change.error} />}
    </li>
  );
}
