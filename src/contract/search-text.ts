/** A text as searches compare it: full width as half width (`ＡＢ－１` is ab-1), in lower case, without blanks at its ends. */
export const toSearchText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
