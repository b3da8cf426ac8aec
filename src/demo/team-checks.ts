import type { teamCheck } from '@/areas/equipment/contract/check-records'
import { isWebLineKind } from '@/plant/rules/line'
import { addDays, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import type { RecordContext, CheckItems, MachineCheckResult } from './check-records'
import recordData from './data/check-records.json' with { type: 'json' }
import { buildAuditFields, type RowDraft } from './draft'
import { toBilingualText } from './bilingual-text'

/** Builds one team check per shift. The web lines take turns. */
export function buildTeamChecks({ dice, era, staff, layout }: RecordContext): RowDraft<typeof teamCheck>[] {
  const lines = layout.lines.filter(({ kind }) => isWebLineKind(kind))
  return getShiftsBetween(toMoment(era.from), toMoment(era.now), era.calendar.rotation, era.zone).flatMap(
    (shift, i): RowDraft<typeof teamCheck>[] => {
      const checkedMs = toMillis(shift.startsAt) + dice.int(20, 100) * MINUTE_MS
      const line = lines[i % lines.length]
      const crew = staff.listOnShift('line', checkedMs)
      if (!line || checkedMs > era.now || crew.length === 0) return []
      const workerId = dice.pick(crew).id
      const result = dice.pickWeighted<MachineCheckResult>([
        ['ok', 94],
        ['attention', 5],
        ['notOk', 1],
      ])
      const items: CheckItems = recordData.teamCheckItems.map((name, n) => ({
        item: era.localize(name),
        method: era.localize(toBilingualText('目视', 'Look')),
        standard: era.localize(toBilingualText('完好', 'In order')),
        result: n === 0 ? result : 'ok',
        value: null,
        unit: null,
        remark: n === 0 && result !== 'ok' ? era.localize(toBilingualText('已报修', 'Repair reported')) : null,
      }))
      return [
        {
          id: dice.id(checkedMs),
          lineId: line.id,
          occurredAt: toMoment(checkedMs),
          people: [workerId],
          team: shift.team,
          shift: shift.shift,
          kind: dice.pick(['electrical', 'electrical', 'safety', 'cleaning', 'running']),
          items,
          result,
          nextDueOn: addDays(shift.businessDate, 1),
          ...buildAuditFields(checkedMs, workerId),
        },
      ]
    },
  )
}
