import { defineArea } from '@/contract/area'

/** Finished goods: what lies where, what lay there on any day, and statistics over rolls. */
export const stockContract = defineArea({ name: 'stock', pages: [], resources: [], endpoints: [] })
