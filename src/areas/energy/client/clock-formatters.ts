import { toLocalTime } from '@/plant/rules/plant-time'
import { getPlantZone } from '@/client/session/plant-zone'

const padTwoDigits = (value: number): string => String(value).padStart(2, '0')
/** Creates formatters for short times in the plant's time zone: `hh:mm` and `MM-DD hh:mm`. */
export function createClockFormatters(): {
  formatClock: (at: string) => string
  formatDayAndClock: (at: string) => string
} {
  const splitLocalTime = (at: string) => {
    const { day, minute } = toLocalTime(at, getPlantZone())
    return { day: day.slice(5), time: `${padTwoDigits(Math.floor(minute / 60))}:${padTwoDigits(minute % 60)}` }
  }
  return {
    formatClock: (at) => splitLocalTime(at).time,
    formatDayAndClock: (at) => `${splitLocalTime(at).day} ${splitLocalTime(at).time}`,
  }
}
