import { defineArea } from '@/contract/area'
import { datedEndpoints, datedResources } from './dated-prices'
import { electricNow, electricPreview, electricPrice, importMarket } from './electric-price'

/** What energy, material and work cost, and since when. */
export const pricesContract = defineArea({
  name: 'prices',
  pages: ['energyUnitPrice', 'unitPriceEntry'],
  resources: [electricPrice, ...datedResources],
  endpoints: [electricNow, electricPreview, importMarket, ...datedEndpoints],
})
