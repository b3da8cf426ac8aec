import { toLocalTime } from '@/plant/rules/plant-time'
import { getPlantZone } from '@/client/session/plant-zone'

const padTwoDigits = (value: number): string => String(value).padStart(2, '0')
/** Creates formatters for short times in the plant's time zone: `hh:mm` and `MM-DD hh:mm`. */
export function createClockFormatters(): {
  formatClock: (moment: string) => string
  formatDayAndClock: (moment: string) => string
} {
  const formatParts = (moment: string) => {
    const { day, minute } = toLocalTime(moment, getPlantZone())
    return { day: day.slice(5), time: `${padTwoDigits(Math.floor(minute / 60))}:${padTwoDigits(minute % 60)}` }
  }
  return {
    formatClock: (moment) => formatParts(moment).time,
    formatDayAndClock: (moment) => `${formatParts(moment).day} ${formatParts(moment).time}`,
  }
}
