/** The kinds of lines, by what they make. */

/** Lines that make web; production is counted on them. */
export const webLineKinds = ['spunbond', 'meltblown', 'composite'] as const
export const lineKinds = [...webLineKinds, 'slitting', 'utility'] as const
export type LineKind = (typeof lineKinds)[number]
export const makesWeb = (kind: LineKind): boolean => (webLineKinds as readonly LineKind[]).includes(kind)
