/** Text size for which measures in px are written. */
const USUAL = 16
/** Returns the root font size in px: widths and heights follow the user's text size. */
export const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL
/** Returns the factor by which the text is larger than the default. */
export const textScale = (): number => rem() / USUAL
