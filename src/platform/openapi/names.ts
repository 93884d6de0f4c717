export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A noun as people read it: `API key`. */
export const shown = (noun: string) => noun.replace(/\b(api|url|id)\b/g, (word) => word.toUpperCase());
