/** How much of the grid a card takes: one cell, two beside each other, or two by two. */
export const cardSizes = ['small', 'wide', 'large'] as const
export type CardSize = (typeof cardSizes)[number]

/** The cards of the catalogue, and in which sizes each can be read; the first unless told. */
export const sizesOf = {
  shift: ['wide', 'large'],
  lines: ['wide', 'large'],
  late: ['small', 'wide'],
  output: ['wide', 'small', 'large'],
  slitOutput: ['wide', 'small', 'large'],
  quality: ['small', 'wide', 'large'],
  downgrade: ['small', 'wide', 'large'],
  inputOutput: ['small', 'wide', 'large'],
  utilisation: ['small', 'wide', 'large'],
  unitEnergy: ['small', 'wide', 'large'],
  unitMaterial: ['small', 'wide', 'large'],
  energyCost: ['small', 'wide', 'large'],
  teamQ1: ['wide', 'large'],
  teams: ['wide', 'large'],
  completion: ['wide', 'large'],
  plan: ['wide', 'large'],
  climate: ['small', 'wide', 'large'],
  lineWindow: ['wide', 'large'],
  parameters: ['wide', 'large'],
  machines: ['small', 'wide', 'large'],
} as const satisfies Record<string, readonly [CardSize, ...CardSize[]]>
export type CardName = keyof typeof sizesOf
export const cardNames = Object.keys(sizesOf) as [CardName, ...CardName[]]
/** A size in which a card can be read: the wished one, else its usual one. */
export function sizeOf(card: CardName, wished?: CardSize): CardSize {
  const sizes: readonly [CardSize, ...CardSize[]] = sizesOf[card]
  return wished && sizes.includes(wished) ? wished : sizes[0]
}
