import { type Shown, suite, useMay } from '../../kit/index.js';
import { Inline } from '../../kit/inline.js';
import { money } from '../../kit/money.js';
import { t } from '../../kit/language.js';

/** The value of a deal, which is typed where it stands. */
export function DealValue({ of: { id, title, value, currency } }: { of: Shown<'Deal'> }) {
  if (!useMay()('sales:write')) return money(value, currency);
  return (
    <Inline
      label={t('Value of {title}', { title })}
      value={String(value)}
      save={(typed) =>
        suite.patch('/v1/sales/deals/{id}', { params: { path: { id } }, body: { value: numberOf(typed) } })
      }
    >
      {money(value, currency)}
    </Inline>
  );
}

/** A text that is no number goes as it is, so that the server says what is wrong with it. */
const numberOf = (typed: string) =>
  (typed.trim() !== '' && !Number.isNaN(Number(typed)) ? Number(typed) : typed || null) as number;
