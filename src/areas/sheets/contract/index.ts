import { defineArea } from '@/contract/area'

/** Sheets and reports of shifts, days and months, and the closing of a month. */
export const sheetsContract = defineArea({ name: 'sheets', pages: [], resources: [], endpoints: [] })
