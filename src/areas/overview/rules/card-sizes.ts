/** Area of a card in the grid: one cell, two side by side, or two by two. */
export const cardSizes = ['small', 'wide', 'large'] as const
export type CardSize = (typeof cardSizes)[number]

/** Sizes in which each card of the catalogue is readable; the first is the default. */
export const sizesByCard = {
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
export type CardName = keyof typeof sizesByCard
export const cardNames = Object.keys(sizesByCard) as [CardName, ...CardName[]]
/** Returns the wished size if the card is readable in it, else its default size. */
export function resolveCardSize(card: CardName, wishedSize?: CardSize): CardSize {
  const sizes: readonly [CardSize, ...CardSize[]] = sizesByCard[card]
  return wishedSize && sizes.includes(wishedSize) ? wishedSize : sizes[0]
}
