import type { AreaClient } from '@/client/area'

/** Client of the area: the planners' page. */
export const schedulingClient: AreaClient = {
  name: 'scheduling',
  pages: { productionSchedule: () => import('./SchedulePage') },
  contract: async () => (await import('../contract')).schedulingContract,
}
