import { Injectable } from '@nestjs/common';
import type { Credential, Scope } from './credential.js';
import { ANYBODY } from './guardrails.js';

type NamesOf = (principal: string, through: string | null) => Promise<readonly string[]>;

/** A user, or an API key, in whose name work goes on after the request that began it. */
export interface Holder {
  kind: string;
  /** The key, or what acts for the user. */
  id: string;
  user_id: string;
  /** The grant of the user to the app through which they began it, or null. */
  grant_id: string | null;
  /** The scopes that the work may use. */
  scopes: readonly Scope[];
}

/** A user whom others may name. */
export interface NamedUser {
  id: string;
  email: string;
  display_name: string;
}

type CredentialOf = (holder: Holder) => Promise<Credential | null>;
type UsersNamed = (emails: readonly string[], names: readonly string[]) => Promise<NamedUser[]>;
type Invite = (email: string) => Promise<NamedUser>;

/** The platform's questions about users; implemented by the access app. */
@Injectable()
export class UserDirectory {
  #mayBeNamed: (id: string) => Promise<boolean> = async () => false;
  #namesOf: NamesOf = async () => [ANYBODY];
  #ofUser: CredentialOf = async () => null;
  #ofKey: CredentialOf = async () => null;
  #named: UsersNamed = async () => [];
  #invite: Invite | null = null;

  /** Called once, at the start, by the app that keeps the users. */
  answers(mayBeNamed: (id: string) => Promise<boolean>): void {
    this.#mayBeNamed = mayBeNamed;
  }

  /** The same for what policies name somebody by. */
  answersNames(namesOf: NamesOf): void {
    this.#namesOf = namesOf;
  }

  /** The same for credentials of users, and for the users whom texts name. */
  answersUsers(credentialOf: CredentialOf, named: UsersNamed): void {
    this.#ofUser = credentialOf;
    this.#named = named;
  }

  /** The same for credentials of API keys. */
  answersKeys(credentialOf: CredentialOf): void {
    this.#ofKey = credentialOf;
  }

  /** The same for invitations. */
  answersInvitations(invite: Invite): void {
    this.#invite = invite;
  }

  /** The credential of work that goes on in the background, with the rights of today; null where its holder has lost them. */
  credentialOf(holder: Holder): Promise<Credential | null> {
    return holder.kind === 'api_key' ? this.#ofKey(holder) : this.#ofUser(holder);
  }

  /** Active and invited users with one of these addresses or names (lower case). */
  usersNamed(emails: readonly string[], names: readonly string[]): Promise<NamedUser[]> {
    return this.#named(emails, names);
  }

  /** Invites somebody as a user without roles, in the name of the caller and with their rights. */
  invite(email: string): Promise<NamedUser> {
    return this.#invite!(email);
  }

  /**
   * All that policies name a user or key of the workspace by (`user:usr_…`); of nobody, what everybody is. `through`: the app
   * through which they acted, or the grant or key with which they did, which may be of an app; null for neither.
   */
  namesOf(principal: string, through: string | null = null): Promise<readonly string[]> {
    return this.#namesOf(principal, through);
  }

  /** Whether a record of the running request's workspace may newly name this user: they are active or invited (D-ACC-6). */
  mayBeNamed(id: string): Promise<boolean> {
    return this.#mayBeNamed(id);
  }
}
