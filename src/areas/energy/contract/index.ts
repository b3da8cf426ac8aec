import { defineArea } from '@/contract/area'

/** What was used of electricity, gas and water, where, when and for what. */
export const energyContract = defineArea({ name: 'energy', pages: [], resources: [], endpoints: [] })
