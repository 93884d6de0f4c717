const number = new Intl.NumberFormat();

/** `1 person`, `1,200 people`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : several}`;

/** Words of the API that people call otherwise, or write in capitals. */
const SPELT: Record<string, string> = {
  api: 'API',
  csv: 'CSV',
  disqualified: 'rejected',
  disqualification: 'rejection',
  id: 'Id',
  ip: 'IP',
  ids: 'ids',
  mime: 'MIME',
  oauth: 'OAuth',
  q: 'Find',
  todo: 'to do',
  url: 'URL',
};

/** `in_progress` → `In progress`, `owner_id` → `Owner`, `created_at` → `Created`. */
export const worded = (name: string): string => {
  const words = name
    .replace(/(?<=.)_(at|id)$/, '')
    .replaceAll('_', ' ')
    .split(' ');
  const text = words.map((word) => SPELT[word] ?? word).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
