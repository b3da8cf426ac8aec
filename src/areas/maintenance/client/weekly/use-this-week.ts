import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/use-now'
import { weekAt, type Week } from '@/areas/maintenance/rules/weekly-work'

const MINUTE = 60_000
/** The plant's week, also when the phone's clock turns out to be off, or a page stays open over Sunday's midnight. */
export const useThisWeek = (): Week => weekAt(new Date(useNow(MINUTE)).toISOString(), usePlantZone())
