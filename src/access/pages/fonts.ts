import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The letters of the console, seen from here as it is written and as it is built. */
const DIRECTORIES = ['../../../console/app/fonts/', '../../../console/assets/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** The letters that a file has, as in `console/app/font.css`, by the beginning of its name. */
const RANGES: Record<string, string> = {
  'inter-latin-wght-normal':
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'inter-latin-ext-wght-normal':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
};

/** The files of Inter, by name; none where the console was not built, so that pages have the letters of the system. */
export const FONTS: ReadonlyMap<string, URL> = new Map(
  Object.keys(RANGES).flatMap((name) => {
    const found = DIRECTORIES.filter((directory) => existsSync(directory)).flatMap((directory) =>
      readdirSync(directory).flatMap((file) =>
        file.startsWith(name) && file.endsWith('.woff2') ? [join(directory, file)] : [],
      ),
    );
    return found.slice(0, 1).map((path) => [`${name}.woff2`, pathToFileURL(path)] as const);
  }),
);

/** Says where they are; the stylesheet stands beside them. */
export const FONT_FACES = [...FONTS.keys()]
  .map(
    (file) => `@font-face {
  font-family: 'Inter Variable';
  font-style: normal;
  font-display: swap;
  font-weight: 100 900;
  src: url(./${file}) format('woff2');
  unicode-range: ${RANGES[file.replace('.woff2', '')]};
}
`,
  )
  .join('');
