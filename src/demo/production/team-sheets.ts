/** Records of a team about its shift: process events, summary, waste disposal. */
import { processRecord, teamSummary, wasteDisposal } from '@/areas/handover/contract/production-records'
import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { batch, type Batch, type Draft } from '../draft'
import { rounded } from '../random'
import type { Floor } from './orders'
import { head, signed, type At } from './sheet-head'
import { stopsIn, toldStops, type Known } from './handovers'
import { entryOf } from './shift-words'
import type { Tallies } from './tally'

export type ShiftsKnown = Pick<Known, 'tallies' | 'stops' | 'words'>

/** Builds the process records, team summaries and waste disposals of ended shifts. */
export function teamSheets(floor: Floor, all: readonly At[], known: ShiftsKnown): Batch[] {
  const { dice, era } = floor
  const { tallies } = known
  const records = all
    .filter(({ end }) => end > era.now - 14 * DAY_MS)
    .map((at): Draft<typeof processRecord> => {
      const stops = stopsIn(known.stops, at.line.id, at.shift)
      const { kind, description, measure } = entryOf({
        tally: tallies.of({ lineId: at.line.id, ...at.shift }),
        stops: toldStops(stops, known.words, { end: at.end, now: era.now }),
      })
      const when = Math.max(
        ...stops.map((stop) => Math.min(at.end, toMillis(stop.endedAt ?? toMoment(at.end)))),
        at.end - dice.int(60, 420) * MINUTE_MS,
      )
      return {
        id: dice.id(when),
        ...head(at),
        occurredAt: toMoment(when),
        kind,
        description: era.say(description),
        measure: era.say(measure),
        ...signed(floor, when),
      }
    })
  const summaries = all
    .flatMap((at) => (at.order ? [at] : []))
    .map((at): Draft<typeof teamSummary> => {
      const tally = tallies.of({ lineId: at.line.id, businessDate: at.shift.businessDate, shift: at.shift.shift })
      return {
        id: dice.id(at.end),
        ...head(at),
        jumboRolls: tally.jumboRolls,
        slitRolls: tally.slitRolls,
        goodKg: rounded(tally.goodKg, 1),
        downgradedKg: rounded(tally.downgradedKg, 1),
        wasteKg: rounded(tally.wasteKg, 1),
        fedKg: rounded(tally.fedKg, 1),
        stopMinutes: rounded(tally.stopMinutes, 1),
        ...signed(floor, at.end - 5 * MINUTE_MS),
      }
    })
  const waste = all.map((at): Draft<typeof wasteDisposal> => {
    const lines = [
      { kind: 'edgeTrim' as const, kg: rounded(dice.between(60, 180), 1), destination: 'pellets' as const },
      ...(dice.chance(0.4)
        ? [{ kind: 'offGrade' as const, kg: rounded(dice.between(5, 60), 1), destination: 'sold' as const }]
        : []),
    ]
    return disposal(floor, at, lines)
  })
  return [batch(processRecord, records), batch(teamSummary, summaries), batch(wasteDisposal, waste)]
}

type WasteLine = NonNullable<Draft<typeof wasteDisposal>['lines']>[number]
function disposal(
  floor: Floor,
  at: At,
  lines: WasteLine[],
  trade: 'line' | 'slit' = 'line',
): Draft<typeof wasteDisposal> {
  const { dice, era, staff } = floor
  const checked = at.end < era.now - 10 * HOUR_MS
  return {
    id: dice.id(at.end),
    ...head(at),
    lines,
    totalKg: rounded(
      lines.reduce((sum, { kg }) => sum + kg, 0),
      3,
    ),
    state: checked ? 'checked' : 'entered',
    checkedBy: checked ? staff.lead('lead').id : null,
    checkedAt: checked ? toMoment(at.end + 9 * HOUR_MS) : null,
    ...signed(floor, at.end - 8 * MINUTE_MS, trade),
  }
}
/** Builds the waste disposals of slitters: weighed trim and waste rolls go to the pelletizer. */
export function slitterWaste(floor: Floor, all: readonly At[], tallies: Tallies): Draft<typeof wasteDisposal>[] {
  const own = { ...floor, dice: floor.dice.branch('slitter waste') }
  return all.flatMap((at): Draft<typeof wasteDisposal>[] => {
    const { businessDate, shift } = at.shift
    const { trimKg, wasteKg } = tallies.of({ lineId: at.line.id, businessDate, shift })
    const back = [['edgeTrim', trimKg] as const, ['offGrade', wasteKg] as const].flatMap(([kind, kg]): WasteLine[] =>
      rounded(kg, 1) > 0 ? [{ kind, kg: rounded(kg, 1), destination: 'pellets' }] : [],
    )
    return back.length > 0 ? [disposal(own, at, back, 'slit')] : []
  })
}
