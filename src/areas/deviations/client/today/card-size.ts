/** Maximum number of lines of a card. */
export const MAX_CARD_LINES = 4
/** More rows than are shown, because unsent commands of this phone remove some of them. */
export const CARD_FETCH_SIZE = 20
