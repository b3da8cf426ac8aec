/** Normalizes text for searches: full width to half width (`ＡＢ－１` is ab-1), lower case, trimmed. */
export const toSearchText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
