import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { call } from '@/client/api/call'
import { knownRow, knownRows } from '@/client/api/known-row'
import { plantNow } from '@/client/clock'
import { formatMoment } from '@/client/format/time'
import type { FormCheck, Wrong } from '@/client/resource/CommandForm'
import { usePlantZone } from '@/client/session/zone'
import { recordTrouble } from '@/client/ui/trouble'
import { speedCurve } from '@/plant/contract/line-speed'
import { lineStop } from '@/plant/contract/line-stop'
import { isRetimed, overlap, retimeProblem, stopProblem, type StopTimes } from '@/plant/rules/line-stop'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { usualLimits } from '@/plant/rules/stop-detection'
import type { Stop } from './stop-time'

/** Timeout for loading the speed of a line before saving. */
const PATIENCE = 5000
type Told = Row<typeof lineStop>

/** Returns a form check that applies the server's rules for stops, as far as the client has the data. */
export function useStopCheck(row: Stop | null): FormCheck {
  const { t } = useTranslation(['plant', 'contract'])
  const zone = usePlantZone()
  return async (values) => {
    const { startedAt, lineId } = values as Partial<StopTimes> & { lineId?: string }
    if (!startedAt || !lineId) return unsaid(row, values, t)
    const told = row && (await asTold(row))
    const times = { startedAt, endedAt: (values['endedAt'] as string | null | undefined) ?? null }
    const now = plantNow()
    const problem = told ? retimeProblem(told, times, now) : stopProblem(times, now)
    if (problem) {
      const { field, code } = problem
      const isMoment = code === 'inFuture' || code === 'longAgo'
      const message = t(isMoment ? `contract:errors.issue.${code}` : `refusals.stop.${code}`)
      return [...unsaid(row, values, t), { name: field, message }]
    }
    const wrong = unsaid(row, values, t)
    if (told && !isRetimed(told, times)) return wrong
    const at = { id: row?.id ?? null, lineId, ...times }
    const [other, ran] = await Promise.all([standsThen(at), told?.source === 'speed' ? ranThen(at, now) : null])
    // The start or end that was moved too far.
    const side = (moment: string) => (told && toMillis(moment) >= toMillis(told.startedAt) ? 'endedAt' : 'startedAt')
    if (other) {
      const to = other.endedAt ? formatMoment(other.endedAt, zone) : t('refusals.stop.now')
      const words = { from: formatMoment(other.startedAt, zone), to }
      const message = t(`refusals.stop.${told ? 'runsInto' : 'standsAlready'}`, words)
      return [...wrong, { name: side(other.startedAt), message }]
    }
    return ran
      ? [...wrong, { name: side(ran), message: t('refusals.stop.ranThen', { at: formatMoment(ran, zone) }) }]
      : wrong
  }
}
/** A stop cannot be explained without a reason: the command would be saved and change nothing. */
const unsaid = (
  row: Stop | null,
  { reasonId }: Readonly<Record<string, unknown>>,
  t: (key: string) => string,
): Wrong[] => (row && !reasonId ? [{ name: 'reasonId', message: t('contract:errors.issue.missing') }] : [])
/** Returns the stop as the server has it: times written on this phone that were not sent yet count as new. */
const asTold = async (row: Stop): Promise<Told> => (row.pending && (await knownRow(lineStop, row.id))) || row

interface At extends StopTimes {
  id: string | null
  lineId: string
}
/** Finds another stop of the line that overlaps this one. */
async function standsThen({ id, lineId, startedAt, endedAt }: At): Promise<Told | undefined> {
  const before = endedAt ? { startedAtTo: endedAt } : {}
  const found = await Promise.all([
    knownRows(lineStop, { lineId, endedAtFrom: startedAt, ...before, size: 20 }),
    knownRows(lineStop, { lineId, state: 'standing', ...before, size: 20 }),
  ])
  return found.flat().find((one) => one.id !== id && one.lineId === lineId && overlap(one, { startedAt, endedAt }))
}
/** Finds a moment at which the line ran during the entered stop; null if there is none or it cannot be determined. */
async function ranThen({ lineId, startedAt, endedAt }: At, now: number): Promise<string | null> {
  const from = toMoment(toMillis(startedAt) + 1)
  try {
    const points = await call(
      speedCurve,
      { lineId, from, to: endedAt ?? toMoment(now) },
      { quiet: true, timeout: PATIENCE },
    )
    // If the average of a point is above the limit, the line ran at some moment of it.
    return points.find(({ speed }) => speed >= usualLimits.runsFrom)?.at ?? null
  } catch (error) {
    // Offline or without permission for the speed, the server decides.
    recordTrouble('speed not looked up', error)
    return null
  }
}
