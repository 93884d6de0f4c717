/** Readers of a document, from few to many: value, label and help. */
export const VISIBILITIES = [
  ['private', 'Only the owner', 'Admins of office see it too.'],
  ['workspace', 'The workspace', 'Everybody who may read documents.'],
  ['public', 'Everybody', 'As long as it is published, also without signing in.'],
] as const;
