import { defineArea } from '@/contract/area'
import { datedPriceEndpoints, datedPriceResources } from './dated-prices'
import { electricNow, electricPreview, electricPrice, importMarket } from './electric-price'

/** Contract of energy, material and labour prices with their effective days. */
export const pricesContract = defineArea({
  name: 'prices',
  pages: ['energyUnitPrice', 'unitPriceEntry'],
  resources: [electricPrice, ...datedPriceResources],
  endpoints: [electricNow, electricPreview, importMarket, ...datedPriceEndpoints],
})
