import { formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/zone'
import { useNow } from '@/client/use-now'

const MINUTE = 60_000
/** The plant's day, also when a page stays open past midnight. */
export const useToday = (): string => formatDay(useNow(MINUTE), usePlantZone())
