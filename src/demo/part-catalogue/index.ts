import { electricalParts } from './electrical-parts'
import type { PartFamily } from './part-family'
import { fluidParts } from './fluid-parts'
import { transmissionParts } from './transmission-parts'
import { wearParts } from './wear-parts'

/** All families of spare parts, 350 parts in all. Prices in CNY for the smallest size. */
export const partFamilies: readonly PartFamily[] = [
  ...transmissionParts,
  ...electricalParts,
  ...fluidParts,
  ...wearParts,
]
