import { Fragment, type ReactNode } from 'react';
import { appOf, APPS, ConditionInWords, Id, listed, Named, typeInWords } from '../../kit/index.js';
import { ALL_ASKS, appsOf, ASKS, asksIn, idle, type Principal, type Resource, type Rules } from './rules.js';
import { plural, t } from '../../kit/language.js';
import { fill, rich } from '../../kit/rich.js';

/** A policy in words: `Members of Contractors may not export anything in Office.` */
export function Sentence({ of }: { of: Rules }) {
  const { effect, principals, resources, actions } = of;
  const other = resources.filter(({ type }) => !appsOf([{ type }]).length);
  const clauses = appsOf(resources).flatMap((app) => {
    const asks = asksIn(app, actions);
    const own = resources.filter(({ type }) => appOf(type) === app);
    return asks.length ? [{ what: verbs(asks, effect), records: own }] : [];
  });
  if (other.length && actions.includes('*')) clauses.push({ what: verbs(ALL_ASKS, effect), records: other });
  if (!principals.length || !clauses.length)
    return (
      <span className="soft">
        {t('Not complete yet: say whom it is about, which records, and what they may not do.')}
      </span>
    );
  const who = (
    <Several
      of={principals.map((each, index) => (
        <Who key={index} of={each} first={index === 0} />
      ))}
    />
  );
  const what = clauses.map(({ what: asks, records }, index) => (
    <Fragment key={index}>
      {index > 0 && `, ${effect === 'deny' ? t('nor') : t('and')} `}
      {rich('{asks} {records}', {
        asks: <strong>{asks}</strong>,
        records: (
          <Several
            of={records.map((each, at) => (
              <What key={at} of={each} />
            ))}
            last={effect === 'deny' ? t('or') : t('and')}
          />
        ),
      })}
    </Fragment>
  ));
  return (
    <>
      {effect === 'deny' ? rich('{who} may not {what}', { who, what }) : rich('{who} may {what}', { who, what })}
      {effect === 'review' && <WithApproval of={of} />}
      <Where of={of.when} />.
    </>
  );
}

function Where({ of }: { of: Rules['when'] }) {
  const { before, after } = (of ?? {}) as { before?: object; after?: object };
  const condition = (part: object) => ({ condition: <ConditionInWords of={part} /> });
  return (
    <>
      {before &&
        (after
          ? rich(', if before the change {condition}', condition(before))
          : rich(', if {condition}', condition(before)))}
      {after &&
        (before
          ? rich(', and after it {condition}', condition(after))
          : rich(', if after the change {condition}', condition(after)))}
    </>
  );
}

function WithApproval({ of: { approvers = [], approvals = 1 } }: { of: Rules }) {
  const number = plural(approvals, 'an approval', '{count} approvals');
  if (!approvers.length) return ` ${t('with {approvals}', { approvals: number })}`;
  return (
    <>
      {' '}
      {rich('with {approvals} of {who}', {
        approvals: number,
        who: (
          <Several
            of={approvers.map((each, index) => (
              <Who key={index} of={each} first={false} />
            ))}
            last={t('or')}
          />
        ),
      })}
    </>
  );
}

const verbs = (asks: readonly (keyof typeof ASKS)[], effect: Rules['effect']) =>
  asks.length === ALL_ASKS.length
    ? t('do anything with')
    : listed(
        asks.map((ask) => ASKS[ask]),
        effect === 'deny' ? 'or' : 'and',
      );

function Several({ of, last = t('and') }: { of: ReactNode[]; last?: string }) {
  return of.map((each, index) => (
    <Fragment key={index}>
      {index > 0 && (index === of.length - 1 ? ` ${last} ` : ', ')}
      {each}
    </Fragment>
  ));
}

function Who({ of: { type, id = '' }, first }: { of: Principal; first: boolean }) {
  const named = type === 'role' ? <code>{id || '…'}</code> : id && id !== 'any' ? <Named of={id} /> : '…';
  const [atFirst, within] = {
    any: [t('Everybody'), t('everybody')],
    user: ['{who}', '{who}'],
    group: [t('Members of {who}'), t('members of {who}')],
    role: [t('Those with the role {who}'), t('those with the role {who}')],
    api_key: [t('The key {who}'), t('the key {who}')],
    oauth_client: id === 'any' ? [t('Any app'), t('any app')] : [t('The app {who}'), t('the app {who}')],
  }[type] as [string, string];
  return fill(first ? atFirst : within, { who: named });
}

function What({ of: { type, id, tag } }: { of: Resource }) {
  if (!type) return '…';
  if (id) return rich('of {type} only {record}', { type: typeInWords(type), record: <Id of={id} /> });
  return tag ? t('{type} with the tag “{tag}”', { type: typeInWords(type), tag }) : typeInWords(type);
}

/** Parts that say nothing, because actions and records are of different apps. */
export function Idle({ of }: { of: Rules }) {
  const { actions, resources } = idle(of);
  const named = (apps: readonly (keyof typeof APPS)[]) => listed(apps.map((app) => APPS[app]));
  return (
    <>
      {actions.length > 0 && (
        <p className="hint">
          {t('What it says of {named} has no effect: it names no records there.', { named: named(actions) })}
        </p>
      )}
      {resources.length > 0 && (
        <p className="hint">
          {t('The records of {named} are named for nothing: choose what may not be done there.', {
            named: named(resources),
          })}
        </p>
      )}
    </>
  );
}
