import { accessClient } from '@/areas/access/client'
import { equipmentClient } from '@/areas/equipment/client'
import { feedingClient } from '@/areas/feeding/client'
import { handoverClient } from '@/areas/handover/client'
import { maintenanceClient } from '@/areas/maintenance/client'
import { ordersClient } from '@/areas/orders/client'
import { reportsClient } from '@/areas/reports/client'
import { rollsClient } from '@/areas/rolls/client'
import { standardsClient } from '@/areas/standards/client'
import type { PageName } from '@/contract/menu'
import type { AreaClient, MachineCard, MeRow, OwnPage, PageLoader, Place, TodayCard } from './area'

/** The areas of the plant as the app knows them, in the order of the menu. The one list that names them. */
export const areas: readonly AreaClient[] = [
  rollsClient,
  feedingClient,
  ordersClient,
  handoverClient,
  reportsClient,
  standardsClient,
  equipmentClient,
  maintenanceClient,
  accessClient,
]

const merged: Partial<Record<PageName, PageLoader>> = Object.assign({}, ...areas.map((area) => area.pages))
/** The page of a menu node; undefined while no area has built it. */
export const pageOf = (name: string): PageLoader | undefined => merged[name as PageName]
/** Cards of the home page, with the area whose words they are written in. */
export const todayCards: readonly (TodayCard & { area: string })[] = areas
  .flatMap((area) => (area.todayCards ?? []).map((card) => ({ ...card, area: area.name })))
  .sort((a, b) => a.order - b.order)
export const machineCards: readonly MachineCard[] = areas
  .flatMap((area) => area.machineCards ?? [])
  .sort((a, b) => a.order - b.order)
export const meRows: readonly MeRow[] = areas.flatMap((area) => area.meRows ?? [])
/** Pages under Me, with the area whose words name them. */
export const ownPages: readonly (OwnPage & { area: string })[] = areas.flatMap((area) =>
  (area.ownPages ?? []).map((page) => ({ ...page, area: area.name })),
)
const opens: Record<string, Place | readonly Place[]> = Object.assign({}, ...areas.map((area) => area.opens ?? {}))
/** Where a row of a resource opens: the first place whose page `has` says the person has. */
export function placeThatOpens(
  resource: string,
  has: (page: PageName) => boolean = () => true,
): Exclude<Place, string> | undefined {
  const places = [opens[resource] ?? []]
    .flat()
    .map((place) => (typeof place === 'string' ? { page: place, at: {} } : place))
  return places.find(({ page }) => has(page))
}
export const pageThatOpens = (resource: string): PageName | undefined => placeThatOpens(resource)?.page
