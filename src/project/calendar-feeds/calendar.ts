import ical from 'ical-generator';

/** An all-day event. */
export interface CalendarEvent {
  id: string;
  /** Days, YYYY-MM-DD; both included. */
  first: string;
  last: string;
  title: string;
  description: string;
  labels: string[];
  /** ISO 8601. */
  updated_at: string;
}

const DAY_MS = 86_400_000;
const REFRESH_SECONDS = 3_600;
/** Maximum length of a description. */
const MAX_CHARACTERS = 1_000;

/** A calendar in the form of RFC 5545. */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const calendar = ical({
    name: escaped(name),
    prodId: { company: 'Workspace Suite', product: 'Projects', language: 'EN' },
    ttl: REFRESH_SECONDS,
  });
  for (const { id, first, last, title, description, labels, updated_at } of events) {
    calendar.createEvent({
      id,
      allDay: true,
      start: new Date(`${first}T00:00:00Z`),
      // DTEND is exclusive.
      end: new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS),
      summary: title,
      description: description.slice(0, MAX_CHARACTERS) || null,
      categories: labels.map((label) => ({ name: label })),
      stamp: new Date(updated_at),
      lastModified: new Date(updated_at),
    });
  }
  return calendar.toString();
}

/** The library escapes events, but not the name of the calendar. */
const escaped = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\;,]/g, '\\$&');
