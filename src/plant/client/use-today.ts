import { formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/clock'
import { useShifts } from './shift-record/use-shift'

const MINUTE_MS = 60_000
/** Returns the plant's current day, also on a page that stays open past midnight. */
export const useToday = (): string => formatDay(useNow(MINUTE_MS), usePlantZone())
/**
 * Returns the current business date, on which production is counted. Until the night shift ends, the business date is
 * the previous day.
 */
export const useBusinessDate = (): string => useShifts().currentShift.businessDate
