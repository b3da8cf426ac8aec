import { formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/use-now'
import { useShifts } from './sheet/use-shift'

const MINUTE_MS = 60_000
/** Returns the plant's current day, also on a page that stays open past midnight. */
export const useToday = (): string => formatDay(useNow(MINUTE_MS), usePlantZone())
/**
 * Returns the current business date, on which production is counted: until the night shift ends it is the previous
 * day's.
 */
export const useBusinessDate = (): string => useShifts().now.businessDate
