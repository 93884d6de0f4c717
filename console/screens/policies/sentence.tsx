import { Fragment, type ReactNode } from 'react';
import { appOf, APPS, ConditionInWords, Id, listed, Named, typeInWords } from '../../kit/index.js';
import { ALL_ASKS, appsOf, ASKS, asksIn, idle, type Principal, type Resource, type Rules } from './rules.js';

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
      <span className="soft">Not complete yet: say whom it is about, which records, and what they may not do.</span>
    );
  return (
    <>
      <Several
        of={principals.map((each, index) => (
          <Who key={index} of={each} first={index === 0} />
        ))}
      />
      {effect === 'deny' ? ' may not ' : ' may '}
      {clauses.map(({ what, records }, index) => (
        <Fragment key={index}>
          {index > 0 && (effect === 'deny' ? ', nor ' : ', and ')}
          <strong>{what}</strong>{' '}
          <Several
            of={records.map((each, at) => (
              <What key={at} of={each} />
            ))}
            last={effect === 'deny' ? 'or' : 'and'}
          />
        </Fragment>
      ))}
      {effect === 'review' && <WithApproval of={of} />}
      <Where of={of.when} />.
    </>
  );
}

function Where({ of }: { of: Rules['when'] }) {
  const { before, after } = (of ?? {}) as { before?: object; after?: object };
  return (
    <>
      {before && (
        <>
          {after ? ', if before the change ' : ', if '}
          <ConditionInWords of={before} />
        </>
      )}
      {after && (
        <>
          {before ? ', and after it ' : ', if after the change '}
          <ConditionInWords of={after} />
        </>
      )}
    </>
  );
}

function WithApproval({ of: { approvers = [], approvals = 1 } }: { of: Rules }) {
  const number = approvals === 1 ? 'an approval' : `${approvals} approvals`;
  if (!approvers.length) return ` with ${number}`;
  return (
    <>
      {` with ${number} of `}
      <Several
        of={approvers.map((each, index) => (
          <Who key={index} of={each} first={false} />
        ))}
        last="or"
      />
    </>
  );
}

const verbs = (asks: readonly (keyof typeof ASKS)[], effect: Rules['effect']) =>
  asks.length === ALL_ASKS.length
    ? 'do anything with'
    : listed(
        asks.map((ask) => ASKS[ask]),
        effect === 'deny' ? 'or' : 'and',
      );

function Several({ of, last = 'and' }: { of: ReactNode[]; last?: string }) {
  return of.map((each, index) => (
    <Fragment key={index}>
      {index > 0 && (index === of.length - 1 ? ` ${last} ` : ', ')}
      {each}
    </Fragment>
  ));
}

function Who({ of: { type, id = '' }, first }: { of: Principal; first: boolean }) {
  const text = {
    any: ['Everybody', 'everybody'],
    user: ['', ''],
    group: ['Members of ', 'members of '],
    role: ['Those with the role ', 'those with the role '],
    api_key: ['The key ', 'the key '],
    oauth_client: id === 'any' ? ['Any app', 'any app'] : ['The app ', 'the app '],
  }[type];
  const named = type !== 'any' && !(type === 'oauth_client' && id === 'any');
  return (
    <>
      {text[first ? 0 : 1]}
      {type === 'role' ? <code>{id || '…'}</code> : named && (id ? <Named of={id} /> : '…')}
    </>
  );
}

function What({ of: { type, id, tag } }: { of: Resource }) {
  if (!type) return '…';
  if (id)
    return (
      <>
        of {typeInWords(type)} only <Id of={id} />
      </>
    );
  return tag ? `${typeInWords(type)} with the tag “${tag}”` : typeInWords(type);
}

/** Parts that say nothing, because actions and records are of different apps. */
export function Idle({ of }: { of: Rules }) {
  const { actions, resources } = idle(of);
  const named = (apps: readonly (keyof typeof APPS)[]) => listed(apps.map((app) => APPS[app]));
  return (
    <>
      {actions.length > 0 && (
        <p className="hint">What it says of {named(actions)} has no effect: it names no records there.</p>
      )}
      {resources.length > 0 && (
        <p className="hint">
          The records of {named(resources)} are named for nothing: choose what may not be done there.
        </p>
      )}
    </>
  );
}
