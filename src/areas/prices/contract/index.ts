import { defineArea } from '@/contract/area'

/** What energy, material and work cost, and since when. */
export const pricesContract = defineArea({ name: 'prices', pages: [], resources: [], endpoints: [] })
