import { useEffect, useState } from 'react'
import { formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/zone'

const MINUTE = 60_000
/** The plant's day, also when a page stays open past midnight. */
export function useToday(): string {
  const zone = usePlantZone()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return formatDay(now, zone)
}
