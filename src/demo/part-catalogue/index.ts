import { electricalParts } from './electrical'
import type { PartFamily } from './family'
import { fluidParts } from './fluids'
import { transmissionParts } from './transmission'
import { wearParts } from './wear'

/** Families of spare parts by size: 350 in all. Prices in CNY for the smallest. */
export const partFamilies: readonly PartFamily[] = [
  ...transmissionParts,
  ...electricalParts,
  ...fluidParts,
  ...wearParts,
]
