const keyOf = (workspaceId: string) => `get started in ${workspaceId}`;

/** Whether the first steps in a workspace are done or were dismissed; the browser keeps it. */
export const dismissed = {
  is: (workspaceId: string): boolean => localStorage.getItem(keyOf(workspaceId)) !== null,
  keep: (workspaceId: string): void => localStorage.setItem(keyOf(workspaceId), 'gone'),
};
