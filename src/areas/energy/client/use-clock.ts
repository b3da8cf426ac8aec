import { toLocalTime } from '@/plant/rules/plant-time'
import { getPlantZone } from '@/client/session/plant-zone'

const two = (value: number): string => String(value).padStart(2, '0')
/** Creates formatters for short times in the plant's time zone: `hh:mm` and `MM-DD hh:mm`. */
export function useClock(): { clock: (at: string) => string; dayAndClock: (at: string) => string } {
  const parts = (at: string) => {
    const { day, minute } = toLocalTime(at, getPlantZone())
    return { day: day.slice(5), time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` }
  }
  return { clock: (at) => parts(at).time, dayAndClock: (at) => `${parts(at).day} ${parts(at).time}` }
}
