import { defineArea } from '@/contract/area'

/** Figures of the plant: roll-ups by shift, line and order, and what is worked out of them. */
export const figuresContract = defineArea({ name: 'figures', pages: [], resources: [], endpoints: [] })
