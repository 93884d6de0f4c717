/** Addresses that public documents keep (`safeHtml` of the server). */
export const isAddress = (url: string): boolean => /^(https?:\/\/|mailto:|tel:)/i.test(url);
