import { from, made, type Preset, type SourceRow } from './preset.js';

const partsOf = (row: SourceRow): string[] => row.get('file').split('/').filter(Boolean);

/** Any zip. Files have no folders, so the folders of a file become its tags. */
export const files: Preset = {
  id: 'files',
  title: 'Files of a zip',
  format: 'zip',
  file: 'Any zip; each of its files becomes a file.',
  header: ['file'],
  ofFiles: true,
  items: [
    {
      kind: 'file',
      // Other bytes are another file, so nothing is lost where two zips have the same path.
      id: (row) => (row.stored ? `${row.get('file')}#${row.stored.sha256.slice(0, 16)}` : row.get('file')),
      idFrom: ['file'],
      fields: {
        name: made(['file'], (row) => partsOf(row).at(-1)),
        tags: made(['file'], (row) => [...new Set(partsOf(row).slice(0, -1))]),
        content: { ...from(), to: (row) => row.stored },
      },
    },
  ],
  notTaken: {},
};
