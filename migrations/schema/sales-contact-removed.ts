/**
 * Removes a deleted contact from the deals that name it. A trigger, because arrays cannot have foreign keys. The
 * ETags of the deals change.
 */
export const SALES_CONTACT_REMOVED = `
  create function sales_contact_removed()
    returns trigger
    language plpgsql
  as $$
  begin
    update sales_deals set contact_ids = array_remove(contact_ids, old.id), revision = revision + 1
      where workspace_id = old.workspace_id and contact_ids <> '{}'
        and in_workspace(workspace_id, contact_ids) @> array[old.workspace_id || ' ' || old.id];
    return null;
  end
  $$;
  create trigger sales_contacts_unlinked after delete on sales_contacts
    for each row
    execute function sales_contact_removed();
`;
