import { Fragment, type ReactNode } from 'react';
import { dayInWords } from './days.js';
import { here } from './locale.js';
import { NameOf } from './named.js';
import { prefixOf } from './resources.js';
import { labelOf } from './schema/words.js';
import { worded } from './words.js';
import { inSentence, t } from './language.js';
import { rich } from './rich.js';

type One = string | number | boolean;
type Value = One | readonly One[];

const OPERATORS: Record<string, string> = {
  eq: t('is'),
  not: t('is not'),
  in: t('is'),
  gt: t('is over'),
  gte: t('is at least'),
  lt: t('is under'),
  lte: t('is at most'),
  starts: t('begins with'),
  any: t('has'),
  all: t('has all of'),
  none: t('has none of'),
};

/** Of dates and times: `is before`. */
const TIMES: Record<string, string> = { gt: t('is after'), gte: t('is from'), lt: t('is before'), lte: t('is until') };

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isOne = (value: unknown): value is One => ['string', 'number', 'boolean'].includes(typeof value);
const isValue = (value: unknown) => isOne(value) || (Array.isArray(value) && value.every(isOne));

/** Whether it has the form of a condition: one that is still being written may have any. */
const isCondition = (value: unknown): value is object =>
  isObject(value) &&
  Object.entries(value).every(([name, part]) =>
    name === 'or'
      ? Array.isArray(part) && part.every(isCondition)
      : name === 'not'
        ? isCondition(part)
        : isOne(part) || (isObject(part) && Object.values(part).every(isValue)),
  );

/** A condition (`docs/asking.md`) in words: `Status is Open or Won, and Value is at least 10,000`. */
export function ConditionInWords({ of: condition }: { of: object }): ReactNode {
  if (!isCondition(condition)) return <code>{JSON.stringify(condition)}</code>;
  const parts = Object.entries(condition).map(([name, value]): ReactNode => {
    if (name === 'or')
      return (
        <Joined
          by={` ${t('or')} `}
          of={(value as object[]).map((each) => (
            <ConditionInWords of={each} />
          ))}
          group
        />
      );
    if (name === 'not') return rich('not ({condition})', { condition: <ConditionInWords of={value as object} /> });
    return <Comparisons name={name} of={isOne(value) ? { eq: value } : (value as Record<string, Value>)} />;
  });
  return <Joined by={`, ${t('and')} `} of={parts} />;
}

const Comparisons = ({ name, of }: { name: string; of: Record<string, Value> }) => (
  <Joined
    by={` ${t('and')} `}
    of={Object.entries(of).map(([operator, value]) => {
      if (operator === 'empty') return `${labelOf(name)} ${value ? t('is empty') : t('is not empty')}`;
      const values = [value].flat() as One[];
      const isTime = typeof values[0] === 'string' && /^\d{4}-\d\d-\d\d/.test(values[0]);
      return (
        <>
          {labelOf(name)} {(isTime && TIMES[operator]) || OPERATORS[operator] || operator}{' '}
          <Joined by={` ${operator === 'all' ? t('and') : t('or')} `} of={values.map((each) => valueInWords(each))} />
        </>
      );
    })}
  />
);

function valueInWords(value: One): ReactNode {
  if (typeof value === 'number') return here.number(value);
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayInWords(value);
  if (prefixOf(value)) return <NameOf id={value} />;
  // Codes of the API are words; what people wrote stays as it is.
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? inSentence(worded(value)) : value;
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
