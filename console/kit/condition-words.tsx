import { Fragment, type ReactNode } from 'react';
import { dayInWords } from './days.js';
import { here } from './locale.js';
import { NameOf } from './named.js';
import { prefixOf } from './resources.js';
import { labelOf } from './schema/label.js';
import { worded } from './words.js';

type Value = string | number | boolean | readonly (string | number)[];

const OPERATORS: Record<string, string> = {
  eq: 'is',
  not: 'is not',
  in: 'is',
  gt: 'is over',
  gte: 'is at least',
  lt: 'is under',
  lte: 'is at most',
  starts: 'begins with',
  any: 'has',
  all: 'has all of',
  none: 'has none of',
};

/** Of dates and times: `is before`. */
const TIMES: Record<string, string> = { gt: 'is after', gte: 'is from', lt: 'is before', lte: 'is until' };

/** A condition (`docs/asking.md`) in words: `Status is Open or Won, and Value is at least 10,000`. */
export function ConditionInWords({ of: condition }: { of: object }): ReactNode {
  const parts = Object.entries(condition).map(([name, value]): ReactNode => {
    if (name === 'or')
      return (
        <Joined
          by=" or "
          of={(value as object[]).map((each) => (
            <ConditionInWords of={each} />
          ))}
          group
        />
      );
    if (name === 'not')
      return (
        <>
          not (<ConditionInWords of={value as object} />)
        </>
      );
    const isPlain = typeof value !== 'object' || value === null;
    return <Comparisons name={name} of={isPlain ? { eq: value } : (value as Record<string, Value>)} />;
  });
  return <Joined by=", and " of={parts} />;
}

const Comparisons = ({ name, of }: { name: string; of: Record<string, Value> }) => (
  <Joined
    by=" and "
    of={Object.entries(of).map(([operator, value]) => {
      if (operator === 'empty') return `${labelOf(name)} ${value ? 'is empty' : 'is not empty'}`;
      const values = [value].flat() as (string | number | boolean)[];
      const isTime = typeof values[0] === 'string' && /^\d{4}-\d\d-\d\d/.test(values[0]);
      return (
        <>
          {labelOf(name)} {(isTime && TIMES[operator]) || OPERATORS[operator] || operator}{' '}
          <Joined by={operator === 'all' ? ' and ' : ' or '} of={values.map((each) => valueInWords(each))} />
        </>
      );
    })}
  />
);

function valueInWords(value: string | number | boolean): ReactNode {
  if (typeof value === 'number') return here.number(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayInWords(value);
  if (prefixOf(value)) return <NameOf id={value} />;
  // Codes of the API are words; what people wrote stays as it is.
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? worded(value).toLowerCase() : value;
}

const Joined = ({ by, of, group }: { by: string; of: readonly ReactNode[]; group?: boolean }) => (
  <>
    {group && of.length > 1 && '('}
    {of.map((each, index) => (
      <Fragment key={index}>
        {index > 0 && by}
        {each}
      </Fragment>
    ))}
    {group && of.length > 1 && ')'}
  </>
);
