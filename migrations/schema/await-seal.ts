/**
 * Queues each new audit entry for sealing. A trigger, because an entry that a writer forgets to queue is never
 * sealed.
 */
export const AWAIT_SEAL = `
  create function await_seal()
    returns trigger
    language plpgsql
  as $$
  begin
    insert into audit_unsealed select workspace_id, timestamp, id from added;
    return null;
  end
  $$;
  create trigger audit_entries_unsealed after insert on audit_entries
    referencing new table as added
    for each statement
    execute function await_seal();
`;
