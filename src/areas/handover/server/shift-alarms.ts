import { toMillis } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { Context } from '@/server/context'
import { listInspectionAlerts } from '@/areas/quality/server/queries/inspection-alerts'
import { listMissedRounds } from '@/areas/maintenance/server/queries/shift-sources'
import type { ProducedRoll } from '@/areas/rolls/server/queries/for-shifts'
import type { ShiftSnapshot } from './shift-snapshot'

type Alarm = ShiftSnapshot['alarms'][number]
const MAX_ALARMS = 100

/**
 * Lists what was missed or out of limits in a shift, oldest first: rounds, inspections, rolls with unusual weight and
 * unexplained stops.
 */
export async function listShiftAlarms(
  ctx: Context,
  lineId: string,
  shift: Shift,
  { rolls, stops }: { rolls: readonly ProducedRoll[]; stops: ShiftSnapshot['stops'] },
): Promise<Alarm[]> {
  const span = { lineId, from: shift.startsAt, to: shift.endsAt }
  const buildAlarm = (kind: Alarm['kind'], label: string, at: string): Alarm => ({
    kind,
    label: label.slice(0, 400),
    at,
  })
  return [
    ...(await listInspectionAlerts(ctx, lineId, shift)).map(({ kind, label, at }) => buildAlarm(kind, label, at)),
    ...(await listMissedRounds(ctx, span)).map(({ name, at }) => buildAlarm('roundMissed', name, at)),
    ...rolls
      .filter((r) => r.weightUnusual)
      .map(({ number, doffedAt }) => buildAlarm('weightUnusual', number, doffedAt)),
    ...stops.filter((s) => !s.reasonId).map(({ startedAt }) => buildAlarm('stopUnexplained', '', startedAt)),
  ]
    .sort((a, b) => toMillis(a.at) - toMillis(b.at))
    .slice(0, MAX_ALARMS)
}
