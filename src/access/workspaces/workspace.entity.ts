import {
  Choice,
  Currency,
  isColor,
  isTimeZone,
  type Language,
  LANGUAGES,
  LongText,
  RecordEntity,
  ResourceEntity,
  rule,
  Text,
} from '../../platform/index.js';
import { WEEK_DAYS, workspaces } from './workspace.resource.js';

/** Bytes of a `data:` URL: it is part of each page. */
const MAX_LOGO = 48 * 1024;

/** How pictures of these types begin, in base64. SVG is not taken, because it can hold scripts. */
const PICTURE = /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR)[A-Za-z0-9+/]*={0,2}$/;
const isPicture = (url: string): boolean => PICTURE.test(url);

@ResourceEntity(workspaces, 'workspace_settings')
export class Workspace extends RecordEntity {
  @Text({ example: 'Analytical Engines', description: 'Name of the company. Candidates and invited people read it.' })
  name: string;
  @Text({
    max: 64,
    default: 'UTC',
    example: 'Europe/London',
    description: 'Time zone of the company, by IANA name. It decides what a day, week, month and quarter are.',
  })
  @rule(
    'invalid_value',
    (name: string) => isZoneName(name),
    '$property must be the IANA name of a time zone, such as Europe/London.',
  )
  time_zone: string;
  @Currency({ default: 'USD', description: 'Currency of the company: that of new sales pipelines, by ISO 4217.' })
  currency: string;
  @Choice(WEEK_DAYS, {
    default: 'monday',
    description: 'First day of the week in calendars, time sheets and time reports.',
  })
  week_starts_on: (typeof WEEK_DAYS)[number];
  @Choice(LANGUAGES, {
    default: 'en',
    description: 'Language of mail to people whose own is not known, such as those who are invited.',
  })
  language: Language;
  @Text({
    max: 7,
    nullable: true,
    example: '#2750c4',
    description:
      'Colour of links and buttons in mails and on pages for people who are not signed in. It is made readable.',
  })
  @rule('invalid_format', isColor, '$property must be # and six hexadecimal digits, such as #2750c4.')
  accent_color: string | null;
  @LongText({
    maxBytes: MAX_LOGO,
    nullable: true,
    example: 'data:image/png;base64,iVBORw0KGgo=',
    description: 'Picture beside the name on these pages: PNG, JPEG or WebP as a `data:` URL, at most 48 kB of it.',
  })
  @rule('invalid_format', isPicture, '$property must be a PNG, JPEG or WebP as a data: URL in base64.')
  logo: string | null;
}

/** Whether this is the name of a time zone; an offset such as +01:00 is none. */
const isZoneName = (name: string): boolean => /^[A-Za-z]/.test(name) && isTimeZone(name);
