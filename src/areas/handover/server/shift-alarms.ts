import { toMillis } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { Context } from '@/server/context'
import { listInspectionAlerts } from '@/areas/quality/server/queries/inspection-alerts'
import { roundsMissedIn } from '@/areas/maintenance/server/queries/for-shifts'
import type { ProducedRoll } from '@/areas/rolls/server/queries/for-shifts'
import type { ShiftFacts } from './shift-facts'

type Alarm = ShiftFacts['alarms'][number]
const MOST = 100

/**
 * Lists what was missed or out of limits in a shift, oldest first: rounds, inspections, rolls with unusual weight and
 * unexplained stops.
 */
export async function alarmsOf(
  ctx: Context,
  lineId: string,
  shift: Shift,
  { rolls, stops }: { rolls: readonly ProducedRoll[]; stops: ShiftFacts['stops'] },
): Promise<Alarm[]> {
  const span = { lineId, from: shift.startsAt, to: shift.endsAt }
  const alarm = (kind: Alarm['kind'], label: string, at: string): Alarm => ({ kind, label: label.slice(0, 400), at })
  return [
    ...(await listInspectionAlerts(ctx, lineId, shift)).map(({ kind, label, at }) => alarm(kind, label, at)),
    ...(await roundsMissedIn(ctx, span)).map(({ name, at }) => alarm('roundMissed', name, at)),
    ...rolls.filter((r) => r.weightUnusual).map(({ number, doffedAt }) => alarm('weightUnusual', number, doffedAt)),
    ...stops.filter((s) => !s.reasonId).map(({ startedAt }) => alarm('stopUnexplained', '', startedAt)),
  ]
    .sort((a, b) => toMillis(a.at) - toMillis(b.at))
    .slice(0, MOST)
}
