import { t } from './language.js';

const NAMES: Record<string, string> = {
  'application/json': 'JSON',
  'application/msword': t('Word document'),
  'application/pdf': 'PDF',
  'application/vnd.ms-excel': t('Excel workbook'),
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': t('PowerPoint presentation'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': t('Excel workbook'),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': t('Word document'),
  'application/xml': 'XML',
  'application/zip': t('ZIP archive'),
  'text/csv': 'CSV',
  'text/html': 'HTML',
  'text/markdown': 'Markdown',
  'text/plain': t('Text'),
};

/** After the ending of a file, and alone. */
const KINDS: Record<string, [withEnding: string, alone: string]> = {
  audio: [t('{ending} audio'), t('Audio')],
  font: [t('{ending} font'), t('Font')],
  image: [t('{ending} image'), t('Image')],
  text: [t('{ending} text'), t('Text')],
  video: [t('{ending} video'), t('Video')],
};
const FILE = [t('{ending} file'), t('File')] as const;

/** The type of a file as people name it: `PDF`, `PNG image`, `DWG file`. Types that say nothing give way to the file's ending. */
export function fileType(mime: string | null, name: string): string {
  const type = mime?.split(';')[0]!.trim().toLowerCase() ?? '';
  if (NAMES[type]) return NAMES[type];
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase();
  const [withEnding, alone] = KINDS[type.split('/')[0]!] ?? FILE;
  return ending ? withEnding.replace('{ending}', ending) : alone;
}
