import type { AreaClient } from '@/client/area'

/** Month closing: checklist, late items, corrections and recalculation. */
export const monthClosingClient: AreaClient = {
  name: 'monthClosing',
  pages: { monthClosing: () => import('./ClosingPage') },
  todayCards: [
    {
      name: 'books',
      order: 28,
      permissions: ['monthClosingClose', 'monthClosingReopen'],
      load: () => import('./today/MonthClosingCard'),
    },
  ],
  contract: async () => (await import('../contract')).monthClosingContract,
}
