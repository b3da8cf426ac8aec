import type { teamCheck } from '@/areas/equipment/contract/check-records'
import { isWebLineKind } from '@/plant/rules/line'
import { addDays, toMillis, toMoment } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import type { Desk, Items, Result } from './check-records'
import { sheetItems } from './check-record-words'
import { stamps, type Draft } from './draft'
import { both } from './said'

/** Builds one team check per shift, for each web line in turn. */
export function teamChecks({ dice, era, staff, site }: Desk): Draft<typeof teamCheck>[] {
  const lines = site.lines.filter(({ kind }) => isWebLineKind(kind))
  return getShiftsBetween(toMoment(era.from), toMoment(era.now), era.calendar.pattern, era.zone).flatMap(
    (shift, i): Draft<typeof teamCheck>[] => {
      const at = toMillis(shift.startsAt) + dice.int(20, 100) * 60_000
      const line = lines[i % lines.length]
      const crew = staff.onShift('line', at)
      if (!line || at > era.now || crew.length === 0) return []
      const by = dice.pick(crew).id
      const result = dice.weighted<Result>([
        ['ok', 94],
        ['attention', 5],
        ['notOk', 1],
      ])
      const list: Items = sheetItems.map((name, n) => ({
        item: era.say(name),
        method: era.say(both('目视', 'Look')),
        standard: era.say(both('完好', 'In order')),
        result: n === 0 ? result : 'ok',
        value: null,
        unit: null,
        remark: n === 0 && result !== 'ok' ? era.say(both('已报修', 'Repair reported')) : null,
      }))
      return [
        {
          id: dice.id(at),
          lineId: line.id,
          occurredAt: toMoment(at),
          people: [by],
          team: shift.team,
          shift: shift.shift,
          kind: dice.pick(['electrical', 'electrical', 'safety', 'cleaning', 'running']),
          items: list,
          result,
          nextDueOn: addDays(shift.businessDate, 1),
          ...stamps(at, by),
        },
      ]
    },
  )
}
