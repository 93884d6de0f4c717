/** Writes amounts in a language. By itself, because the first page needs no reader of numbers. */
export function moneyIn(locale?: string): (value: number, currency: string) => string {
  const formats = new Map<string, Intl.NumberFormat>();
  const formatOf = (currency: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
  return (value, currency) => {
    const format = formats.get(currency) ?? formatOf(currency);
    formats.set(currency, format);
    return format.format(value);
  };
}

/** An amount in the language of the browser, with cents where it has any. */
export const money = moneyIn();
