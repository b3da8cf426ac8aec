/** Maximum number of lines of a card. */
export const MOST = 4
/** More rows than are shown, because unsent commands of this phone remove some of them. */
export const SIZE = 20
