import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/clock'
import { toMoment, type Moment } from '../../rules/plant-time'
import { getShiftAt, getShiftsBetween, getShiftsOfDay, type Shift } from '../../rules/shift'
import { buildRotationHistory } from '../../rules/rotation'
import { shiftRotation } from '../../contract/rotation'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Hours back for which a shift record can still be created. */
const MAX_HOURS_BACK = 48

/** Returns the shifts of the last two days up to the current one, newest first. Works offline. */
export function useShifts(): { currentShift: Shift; recentShifts: Shift[] } {
  const zone = usePlantZone()
  const { rows } = useList(shiftRotation, { size: 500 })
  const minuteStartMs = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS
  return useMemo(() => {
    const rotation = buildRotationHistory(rows)
    const currentShift = getShiftAt(toMoment(minuteStartMs), rotation, zone)
    const earlierShifts = getShiftsBetween(
      toMoment(minuteStartMs - MAX_HOURS_BACK * HOUR_MS),
      currentShift.startsAt,
      rotation,
      zone,
    )
    return { currentShift, recentShifts: [currentShift, ...earlierShifts.toReversed()] }
  }, [rows, minuteStartMs, zone])
}

/** Returns a function that returns the shift of a moment by the same rule as the server. Works offline. */
export function useShiftLookup(): (moment: Moment) => Shift {
  const zone = usePlantZone()
  const { rows } = useList(shiftRotation, { size: 500 })
  return useMemo(() => {
    const rotation = buildRotationHistory(rows)
    return (moment) => getShiftAt(moment, rotation, zone)
  }, [rows, zone])
}

/** Returns the shift that follows the given one; null if the business date has no shift with this name. */
export function useNextShift(businessDate: string | null, shift: string | null): Shift | null {
  const zone = usePlantZone()
  const { rows } = useList(shiftRotation, { size: 500 })
  return useMemo(() => {
    if (!businessDate || !shift) return null
    const rotation = buildRotationHistory(rows)
    const namedShift = getShiftsOfDay(businessDate, rotation, zone).find((dayShift) => dayShift.shift === shift)
    return namedShift ? getShiftAt(namedShift.endsAt, rotation, zone) : null
  }, [rows, businessDate, shift, zone])
}

/** Returns a formatter of team names; teams that a plant defined itself are shown by their key. */
export function useFormatTeam(): (team: unknown) => string | null {
  const { t } = useTranslation('contract')
  return useCallback(
    (team) => (typeof team === 'string' && team ? t(`contract:teams.${team}`, { defaultValue: team }) : null),
    [t],
  )
}

/** Returns a formatter of shift names; shifts that a plant defined itself are shown by their key. */
export function useFormatShift(): (shift: unknown) => string {
  const { t } = useTranslation('contract')
  return (shift) => (typeof shift === 'string' && shift ? t(`contract:shifts.${shift}`, { defaultValue: shift }) : '–')
}
