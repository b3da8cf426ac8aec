import { electricalParts } from './electrical'
import type { PartFamily } from './family'
import { fluidParts } from './fluids'
import { transmissionParts } from './transmission'
import { wearParts } from './wear'

/** All families of spare parts, 350 parts in all. Prices in CNY for the smallest size. */
export const partFamilies: readonly PartFamily[] = [
  ...transmissionParts,
  ...electricalParts,
  ...fluidParts,
  ...wearParts,
]
