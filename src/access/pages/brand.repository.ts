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
   * The brand of a workspace, or of the only one of this deployment, for people who need not belong to it. Null where it has neither
   * colour nor logo, so that nobody learns the name of a workspace that does not mean to be known, and where it is at another
   * deployment.
   */
  async shown(workspaceId: string | null): Promise<Brand | null> {
    const found = workspaceId === null ? await this.#find('limit 2', []) : [await this.of(workspaceId)];
    const [brand] = found;
    return found.length === 1 && (brand?.accent_color || brand?.logo) ? brand : null;
  }

  #find(which: string, values: string[]): Promise<Brand[]> {
    const sql = `select name, accent_color, logo from (
      select * from workspace_settings s where not exists (
        select from workspace_freezes f where f.workspace_id = s.workspace_id and (f.hidden or f.moved_to is not null))
    ) here ${which}`;
    return this.database.read<Brand & Record<string, unknown>>(sql, values);
  }
}
