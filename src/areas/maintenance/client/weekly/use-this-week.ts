import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/clock'
import { getWeekAt, type Week } from '@/areas/maintenance/rules/weekly-work'

const MINUTE_MS = 60_000
/** Returns the plant's current week. Follows clock corrections and the change of week while a page stays open. */
export const useThisWeek = (): Week => getWeekAt(new Date(useNow(MINUTE_MS)).toISOString(), usePlantZone())
