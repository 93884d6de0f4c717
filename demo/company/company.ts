import type { Suite } from '#client';

export interface Person {
  id: string;
  name: string;
  email: string;
  team: string;
}

/** What the parts of the company are made with. */
export interface Company {
  suite: Suite;
  /** A program with a key of its own. */
  as(apiKey: string): Suite;
  /** Those who work there, the owner first. */
  people: readonly Person[];
  /** The group of each team. */
  groups: Readonly<Record<string, string>>;
  /** So many of what the whole company has this many of; at least one. */
  scaled(count: number): number;
  /** Where the webhooks lead: the address of the receiver. */
  receiver: string;
}

export const teamOf = ({ people }: Company, ...teams: string[]): Person[] =>
  people.filter(({ team }) => teams.includes(team));
