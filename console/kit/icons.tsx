import type { SVGProps } from 'react';

/** Lines on a ground of 24 by 24. */
const PATHS = {
  alert: 'M12 9v4m0 4h.01M10.3 3.9 2.4 17.5A2 2 0 0 0 4.1 20.5h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z',
  arrowRight: 'M5 12h14m-6-6 6 6-6 6',
  bell: 'M6 9a6 6 0 1 1 12 0c0 6 2.5 7 2.5 7h-17S6 15 6 9m4 11a2.2 2.2 0 0 0 4 0',
  board: 'M4 4h4.5v16H4zm7.5 0H16v10h-4.5zM19 4h1v6h-1z',
  check: 'm5 12.5 4.5 4.5L19 7',
  chevronDown: 'm6 9 6 6 6-6',
  chevronUp: 'm6 15 6-6 6 6',
  chevronRight: 'm9 6 6 6-6 6',
  clock: 'M12 7v5l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  info: 'M12 11v5m0-8v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  close: 'm6 6 12 12M18 6 6 18',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  database:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3Zm0 0v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  edit: 'M4 20h4L19 9l-4-4L4 16zm9-13 4 4',
  external: 'M14 4h6v6m0-6-9 9M18 14v6H4V6h6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm12.5 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  file: 'M6 3h8l4 4v14H6zm8 0v4h4',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  home: 'm3.5 11 8.5-7 8.5 7M6 9.5V20h12V9.5',
  inbox: 'M4 13h5l1.5 3h3l1.5-3h5M4 13l3-8h10l3 8v6H4z',
  key: 'M14.5 15.5a5.5 5.5 0 1 0-5.2-3.7L3 18v3h3v-2h2v-2h2l1.6-1.6c.9.1 1.9.1 2.9.1ZM16 8h.01',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8Z',
  lock: 'M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  offline:
    'M3 3l18 18M8.5 16.5a5 5 0 0 1 7 0M5 13a10 10 0 0 1 4-2.4m5.5.2A10 10 0 0 1 19 13M2 9.500a15 15 0 0 1 4.5-2.800M11 5.500A15 15 0 0 1 22 9.500M12 20h.01',
  pause: 'M8 5v14m8-14v14',
  play: 'M7 5v14l12-7z',
  plus: 'M12 5v14m-7-7h14',
  redo: 'M20 10H9a5 5 0 0 0 0 10h4m7-10-5-5m5 5-5 5',
  refresh: 'M20 11a8 8 0 1 0-.7 4.500M20 4.500V11h-6.5',
  search: 'm20 20-4.5-4.500M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z',
  send: 'M21 3 10 14M21 3l-7 18-4-7-7-4z',
  shield: 'M12 3 4.5 6v6c0 4.5 3.2 7.8 7.5 9 4.3-1.2 7.5-4.5 7.5-9V6z',
  signOut: 'M10 4H5v16h5m4-4 4-4-4-4m4 4H9',
  sun: 'M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.400M5.6 18.4 7 17M17 7l1.4-1.400M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  trash: 'M4 7h16M9 7V4h6v3m-8.5 0 1 13h9l1-13',
  undo: 'M4 10h11a5 5 0 0 1 0 10h-4M4 10l5-5m-5 5 5 5',
  upload: 'M12 15V4m-5 5 5-5 5 5M4 20h16',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20.500c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  users:
    'M13 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM2 20c.7-3.7 3.3-5.5 7-5.500s6.3 1.8 7 5.500m0-16a4 4 0 0 1 0 8m3 3c2 .8 3 2.5 3.4 5',
  webhook:
    'M12 8.500a3.5 3.5 0 1 1 3-5.200M12 8.5 8 16m4-7.5 4.5 8M8 16H4.500m3.5 0a3.5 3.5 0 1 1-6 0m14.5.500a3.5 3.5 0 1 1-2 3.5',
  work: 'M4 8h16v11H4zm5 0V5h6v3M4 13h16',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside words; alone it needs a label on what it stands in. */
export const Icon = ({ name, size = 18, ...rest }: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    {...rest}
  >
    <path d={PATHS[name]} />
  </svg>
);
