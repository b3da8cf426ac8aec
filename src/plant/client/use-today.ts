import { formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/zone'
import { useNow } from '@/client/use-now'
import { useShifts } from './sheet/use-shift'

const MINUTE = 60_000
/** The plant's day, also when a page stays open past midnight. */
export const useToday = (): string => formatDay(useNow(MINUTE), usePlantZone())
/** The business date of now, which what is made is counted on: until the night shift is over, that of the evening before. */
export const useBusinessDate = (): string => useShifts().now.businessDate
