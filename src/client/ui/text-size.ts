/** Text size that measures in px are written for. */
const USUAL = 16
/** Root font size in px: widths and heights follow the person's text size. */
export const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL
/** How much larger than usual text is. */
export const textScale = (): number => rem() / USUAL
