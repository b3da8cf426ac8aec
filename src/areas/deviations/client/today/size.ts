/** Lines of a card. */
export const MOST = 4
/** More than are shown: steps that this phone has not sent yet take some away. */
export const SIZE = 20
