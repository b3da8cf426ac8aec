import { defineArea } from '@/contract/area'
import { datedPriceEndpoints, datedPriceResources } from './dated-prices'
import {
  electricTariffNow,
  electricPricePreview,
  electricPrice,
  marketPriceImport,
  marketPriceTemplate,
} from './electric-price'

/** Contract of energy, material and labour prices with their effective days. */
export const pricesContract = defineArea({
  name: 'prices',
  pages: ['energyUnitPrice', 'unitPriceEntry'],
  resources: [electricPrice, ...datedPriceResources],
  endpoints: [electricTariffNow, electricPricePreview, marketPriceImport, marketPriceTemplate, ...datedPriceEndpoints],
})
