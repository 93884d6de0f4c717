const NAMES: Record<string, string> = {
  'application/json': 'JSON',
  'application/msword': 'Word document',
  'application/pdf': 'PDF',
  'application/vnd.ms-excel': 'Excel workbook',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbook',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/xml': 'XML',
  'application/zip': 'ZIP archive',
  'text/csv': 'CSV',
  'text/html': 'HTML',
  'text/markdown': 'Markdown',
  'text/plain': 'Text',
};

const KINDS: Record<string, string> = { audio: 'audio', font: 'font', image: 'image', text: 'text', video: 'video' };

/** The type of a file as people name it: `PDF`, `PNG image`, `DWG file`. Types that say nothing give way to the file's ending. */
export function fileType(mime: string | null, name: string): string {
  const type = mime?.split(';')[0]!.trim().toLowerCase() ?? '';
  if (NAMES[type]) return NAMES[type];
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase();
  const kind = KINDS[type.split('/')[0]!] ?? 'file';
  return ending ? `${ending} ${kind}` : kind.charAt(0).toUpperCase() + kind.slice(1);
}
