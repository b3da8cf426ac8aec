import type { AreaClient } from '@/client/area'

/** Sheets and reports of shifts, days and months, and the closing of a month. */
export const sheetsClient: AreaClient = {
  name: 'sheets',
  pages: {},
  contract: async () => (await import('../contract')).sheetsContract,
}
