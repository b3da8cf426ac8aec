import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { callEndpoint } from '@/client/api/call-endpoint'
import { lookUpRow, lookUpRows } from '@/client/api/look-up-rows'
import { getPlantNow } from '@/client/clock'
import { formatMoment } from '@/client/format/time'
import type { FormCheck, FormError } from '@/client/resource/CommandForm'
import { usePlantZone } from '@/client/session/plant-zone'
import { recordTrouble } from '@/client/ui/trouble'
import { speedCurve } from '@/plant/contract/line-speed'
import { lineStop } from '@/plant/contract/line-stop'
import {
  hasChangedTimes,
  hasOverlap,
  validateTimeChange,
  validateStopTimes,
  type StopTimes,
} from '@/plant/rules/line-stop'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { DEFAULT_DETECTION_LIMITS } from '@/plant/rules/stop-detection'
import type { LineStopRecord } from './StopCard'

/** Timeout for loading the speed of a line before saving. */
const SPEED_TIMEOUT_MS = 5000
type LineStopRow = Row<typeof lineStop>

/** Returns a form check that applies the server's rules for stops, as far as the client has the data. */
export function useStopCheck(row: LineStopRecord | null): FormCheck {
  const { t } = useTranslation(['plant', 'contract'])
  const zone = usePlantZone()
  return async (values) => {
    const { startedAt, lineId } = values as Partial<StopTimes> & { lineId?: string }
    const reasonErrors = findReasonErrors(row, values, t)
    if (!startedAt || !lineId) return reasonErrors
    const previousStop = row && (await loadServerStop(row))
    const times = { startedAt, endedAt: (values['endedAt'] as string | null | undefined) ?? null }
    const now = getPlantNow()
    const problem = previousStop ? validateTimeChange(previousStop, times, now) : validateStopTimes(times, now)
    if (problem) {
      const { field, code } = problem
      const isGeneralIssue = code === 'inFuture' || code === 'longAgo'
      const message = t(isGeneralIssue ? `contract:errors.issue.${code}` : `refusals.stop.${code}`)
      return [...reasonErrors, { name: field, message }]
    }
    if (previousStop && !hasChangedTimes(previousStop, times)) return reasonErrors
    const enteredStop = { id: row?.id ?? null, lineId, ...times }
    const [overlappingStop, runningAt] = await Promise.all([
      findOverlappingStop(enteredStop),
      previousStop?.source === 'speed' ? findRunningMoment(enteredStop, now) : null,
    ])
    // Returns the field (start or end) that the person moved too far.
    const getMovedField = (moment: string) =>
      previousStop && toMillis(moment) >= toMillis(previousStop.startedAt) ? 'endedAt' : 'startedAt'
    if (overlappingStop) {
      const overlapEnd = overlappingStop.endedAt ? formatMoment(overlappingStop.endedAt, zone) : t('refusals.stop.now')
      const params = { from: formatMoment(overlappingStop.startedAt, zone), to: overlapEnd }
      const message = t(`refusals.stop.${previousStop ? 'runsInto' : 'alreadyStopped'}`, params)
      return [...reasonErrors, { name: getMovedField(overlappingStop.startedAt), message }]
    }
    if (!runningAt) return reasonErrors
    const runningMessage = t('refusals.stop.ranThen', { at: formatMoment(runningAt, zone) })
    return [...reasonErrors, { name: getMovedField(runningAt), message: runningMessage }]
  }
}
/** Refuses an explanation without a reason, because the command would be saved but change nothing. */
const findReasonErrors = (
  row: LineStopRecord | null,
  { reasonId }: Readonly<Record<string, unknown>>,
  t: (key: string) => string,
): FormError[] => (row && !reasonId ? [{ name: 'reasonId', message: t('contract:errors.issue.missing') }] : [])
/**
 * Loads the stop as the server stores it. The check compares the entered times with it, so times that this phone has
 * not sent yet count as changed.
 */
const loadServerStop = async (row: LineStopRecord): Promise<LineStopRow> =>
  (row.pending && (await lookUpRow(lineStop, row.id))) || row

interface EnteredStop extends StopTimes {
  id: string | null
  lineId: string
}
/** Finds another stop of the line that overlaps this one. */
async function findOverlappingStop({ id, lineId, startedAt, endedAt }: EnteredStop): Promise<LineStopRow | undefined> {
  const periodFilter = endedAt ? { startedAtTo: endedAt } : {}
  const candidates = await Promise.all([
    lookUpRows(lineStop, { lineId, endedAtFrom: startedAt, ...periodFilter, size: 20 }),
    lookUpRows(lineStop, { lineId, state: 'standing', ...periodFilter, size: 20 }),
  ])
  return candidates
    .flat()
    .find((stop) => stop.id !== id && stop.lineId === lineId && hasOverlap(stop, { startedAt, endedAt }))
}
/** Finds a moment at which the line ran during the entered stop; null if there is none or it cannot be determined. */
async function findRunningMoment({ lineId, startedAt, endedAt }: EnteredStop, now: number): Promise<string | null> {
  const from = toMoment(toMillis(startedAt) + 1)
  try {
    const points = await callEndpoint(
      speedCurve,
      { lineId, from, to: endedAt ?? toMoment(now) },
      { quiet: true, timeoutMs: SPEED_TIMEOUT_MS },
    )
    // If the average speed of a point is above the limit, the line ran at some moment of that minute.
    return points.find(({ speed }) => speed >= DEFAULT_DETECTION_LIMITS.runningFrom)?.at ?? null
  } catch (error) {
    // Offline or without permission for the speed, the server decides.
    recordTrouble('speed not looked up', error)
    return null
  }
}
