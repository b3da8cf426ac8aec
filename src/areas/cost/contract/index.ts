import { defineArea } from '@/contract/area'

/** What an order cost, and why. */
export const costContract = defineArea({ name: 'cost', pages: [], resources: [], endpoints: [] })
