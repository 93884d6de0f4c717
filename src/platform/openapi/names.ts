export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
