import { defineArea } from '@/contract/area'
import { packageLifecycle } from '../rules/package'
import { rollPackage } from './package'
import { packageEndpoints } from './package-endpoints'
import { rollMovement } from './roll-movement'

/** Packages 包装 of slit rolls, from packing to shipping, and the stock of rolls. */
export const packingContract = defineArea({
  name: 'packing',
  documentationArea: 'rolls',
  resources: [rollPackage, rollMovement],
  endpoints: packageEndpoints,
  lifecycles: [packageLifecycle],
})
