import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/index.js';

/** The company that a page belongs to. */
export interface Brand {
  name: string;
  /** `#` and six hexadecimal digits. */
  accent_color: string | null;
  /** A `data:` URL. */
  logo: string | null;
}

/** The name, colour and logo that workspaces show on pages for people who are not signed in. */
@Injectable()
export class Brands {
  constructor(private readonly database: Database) {}

  /** Null where there is no such workspace. */
  async of(workspaceId: string): Promise<Brand | null> {
    const [brand] = await this.#find('where workspace_id = $1', [workspaceId]);
    return brand ?? null;
  }

  /**
   * For signing in: the brand of the workspace that the address names, or of the only one of this deployment. Null where it has
   * neither colour nor logo, so that nobody learns the name of a workspace that does not mean to be known.
   */
  async atDoor(workspaceId: string | null): Promise<Brand | null> {
    const found = workspaceId === null ? await this.#find('limit 2', []) : [await this.of(workspaceId)];
    const [brand] = found;
    return found.length === 1 && (brand?.accent_color || brand?.logo) ? brand : null;
  }

  #find(which: string, values: string[]): Promise<Brand[]> {
    const sql = `select name, accent_color, logo from workspace_settings ${which}`;
    return this.database.read<Brand & Record<string, unknown>>(sql, values);
  }
}
