import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { usePlantZone } from '@/client/session/zone'
import { useNow } from '@/client/use-now'
import { toMoment, type Moment } from '../../rules/plant-time'
import { shiftAt, shiftsBetween, shiftsOfDay, type Shift } from '../../rules/shift'
import { rotationOf } from '../../rules/rotation'
import { shiftRotation } from '../../contract/rotation'

const HOUR = 3_600_000
const MINUTE = 60_000
/** Hours back that a sheet may still be written for. */
const BACK = 48

/** The shift of now and those of the last two days, newest first, by the plant's rotation; known without a network too. */
export function useShifts(): { now: Shift; recent: Shift[] } {
  const zone = usePlantZone()
  const { rows } = useList(shiftRotation, { size: 500 })
  const minute = Math.floor(useNow() / MINUTE) * MINUTE
  return useMemo(() => {
    const rotation = rotationOf(rows)
    const now = shiftAt(toMoment(minute), rotation, zone)
    const before = shiftsBetween(toMoment(minute - BACK * HOUR), now.startsAt, rotation, zone)
    return { now, recent: [now, ...before.toReversed()] }
  }, [rows, minute, zone])
}

/** The shift of any moment, as the server has it: known without a network too. */
export function useShiftAt(): (moment: Moment) => Shift {
  const zone = usePlantZone()
  const { rows } = useList(shiftRotation, { size: 500 })
  return useMemo(() => {
    const rotation = rotationOf(rows)
    return (moment) => shiftAt(moment, rotation, zone)
  }, [rows, zone])
}

/** The shift that follows one of the plant's, by its rotation; null where the day has no such shift. */
export function useShiftAfter(businessDate: string | null, shift: string | null): Shift | null {
  const zone = usePlantZone()
  const { rows } = useList(shiftRotation, { size: 500 })
  return useMemo(() => {
    if (!businessDate || !shift) return null
    const rotation = rotationOf(rows)
    const own = shiftsOfDay(businessDate, rotation, zone).find((one) => one.shift === shift)
    return own ? shiftAt(own.endsAt, rotation, zone) : null
  }, [rows, businessDate, shift, zone])
}

/** The word of a team, the same on every page; a team of the plant's own is its own word. */
export function useTeamWord(): (team: unknown) => string | null {
  const { t } = useTranslation('contract')
  return useCallback(
    (team) => (typeof team === 'string' && team ? t(`contract:teams.${team}`, { defaultValue: team }) : null),
    [t],
  )
}

/** The word of a shift; a plant's own shift is its own word. */
export function useShiftWord(): (shift: unknown) => string {
  const { t } = useTranslation('contract')
  return (shift) => (typeof shift === 'string' && shift ? t(`contract:shifts.${shift}`, { defaultValue: shift }) : '–')
}
