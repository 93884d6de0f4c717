/** A point in time as people chose it, in their zone, as the API takes it. What is none, the API refuses in words. */
export const isoOf = (chosen: string | undefined): string | undefined => {
  const time = new Date(chosen ?? '');
  return Number.isNaN(time.getTime()) ? chosen : time.toISOString();
};

/** The same the other way, for an input. */
export const localOf = (iso: string | number): string => {
  const ms = new Date(iso).getTime();
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
