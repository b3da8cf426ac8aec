/** Text size for which measures in px are written. */
const BASE_FONT_PX = 16
/** Returns the root font size in px: widths and heights follow the user's text size. */
export const getRemPx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || BASE_FONT_PX
/** Returns the factor by which the text is larger than the default. */
export const getTextScale = (): number => getRemPx() / BASE_FONT_PX
