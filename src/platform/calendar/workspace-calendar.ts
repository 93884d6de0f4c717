import { Injectable } from '@nestjs/common';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { dayIn, daysLater, instantIn, isTimeZone } from './zones.js';

/** Settings of a workspace that decide what a day and a week are. */
export interface CalendarSettings {
  time_zone: string;
  week_starts_on: string;
}

/** Days of one workspace, in its time zone. */
export class Calendar {
  /** The time zone. UTC where this Node does not know the one of the settings, so that background work goes on. */
  readonly zone: string;
  /** The first day of the week, in lower case. */
  readonly weekStartsOn: string;

  constructor(
    settings: CalendarSettings,
    private readonly clock: Clock,
  ) {
    this.zone = isTimeZone(settings.time_zone) ? settings.time_zone : 'UTC';
    this.weekStartsOn = settings.week_starts_on;
  }

  /** Today, or the day so many days from it. */
  today(days = 0): string {
    return daysLater(this.dayOf(this.clock.iso()), days)!;
  }

  /** The day of an instant (ISO 8601). */
  dayOf(at: string): string {
    return dayIn(this.zone, at);
  }

  /** The instant (ISO 8601) when a day begins, or of a local time of it, such as `08:00`. */
  at(day: string, time?: string): string {
    return instantIn(this.zone, day, time);
  }

  /** The next instant at which the clocks show this full hour. */
  next(hour: number): string {
    const time = `${String(hour).padStart(2, '0')}:00`;
    const today = this.at(this.today(), time);
    return today > this.clock.iso() ? today : this.at(this.today(1), time);
  }

  /** The first instant after a day; `infinity` after the last one that exists. */
  after(day: string): string {
    const next = daysLater(day, 1);
    return next ? this.at(next) : 'infinity';
  }
}

/** Calendars of workspaces (D-RUN-10). The app that owns workspaces answers with their settings. */
@Injectable()
export class WorkspaceCalendar {
  #settingsOf: (workspaceId: string) => Promise<CalendarSettings | null> = async () => null;

  constructor(private readonly clock: Clock) {}

  /** Called once at startup by the app that owns workspaces. */
  answers(settingsOf: (workspaceId: string) => Promise<CalendarSettings | null>): void {
    this.#settingsOf = settingsOf;
  }

  /** The calendar of the current workspace. */
  async here(): Promise<Calendar> {
    const settings = await this.#settingsOf(currentContext().workspaceId);
    return new Calendar(settings ?? { time_zone: 'UTC', week_starts_on: 'monday' }, this.clock);
  }

  /** Today in each of these time zones. */
  todayIn(zones: readonly string[]): string[] {
    return zones.map((time_zone) => new Calendar({ time_zone, week_starts_on: 'monday' }, this.clock).today());
  }
}
