import { defineArea } from '@/contract/area'
import { sparePart, sparePartEndpoints, stockMovement } from './spare-part'

/** The store of spare parts: stock, movements and warnings. */
export const sparePartsContract = defineArea({
  name: 'spareParts',
  documentationArea: 'maintenance',
  pages: ['sparePartsWarning', 'spareManagement'],
  resources: [sparePart, stockMovement],
  endpoints: sparePartEndpoints,
})
