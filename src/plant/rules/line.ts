/** Kinds of lines by product. */

/** Lines that make web; production is counted on them. */
export const webLineKinds = ['spunbond', 'meltblown', 'composite'] as const
export const lineKinds = [...webLineKinds, 'slitting', 'utility'] as const
export type LineKind = (typeof lineKinds)[number]
/** True if lines of this kind make web. */
export const isWebLineKind = (kind: LineKind): boolean => (webLineKinds as readonly LineKind[]).includes(kind)
/** True if lines of this kind slit rolls. */
export const isSlittingLineKind = (kind: LineKind): boolean => kind === 'slitting'
