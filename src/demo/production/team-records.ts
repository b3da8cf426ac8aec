/** Records of a team about its shift: process events, summary, waste disposal. */
import { processRecord, teamSummary, wasteDisposal } from '@/areas/handover/contract/production-records'
import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { toBatch, type RowBatch, type RowDraft } from '../draft'
import { roundDecimals } from '../random'
import type { ShopFloor } from './orders'
import { buildRecordHead, buildSignature, type ShiftEnd } from './record-head'
import { getShiftStops, summarizeStops, type ShiftSources } from './handovers'
import { buildProcessEntry } from './shift-notes'
import type { ShiftTallies } from './shift-tallies'

export type TeamRecordSources = Pick<ShiftSources, 'tallies' | 'stops' | 'reasonNames'>

/** Builds the process records, team summaries and waste disposals of ended shifts. */
export function buildTeamRecords(
  floor: ShopFloor,
  shiftEnds: readonly ShiftEnd[],
  sources: TeamRecordSources,
): RowBatch[] {
  const { dice, era } = floor
  const { tallies } = sources
  const processRecords = shiftEnds
    .filter(({ endMs }) => endMs > era.now - 14 * DAY_MS)
    .map((shiftEnd): RowDraft<typeof processRecord> => {
      const stops = getShiftStops(sources.stops, shiftEnd.line.id, shiftEnd.shift)
      const { kind, description, measure } = buildProcessEntry({
        tally: tallies.getTally({ lineId: shiftEnd.line.id, ...shiftEnd.shift }),
        stops: summarizeStops(stops, sources.reasonNames, { endMs: shiftEnd.endMs, nowMs: era.now }),
      })
      const occurredMs = Math.max(
        ...stops.map((stop) => Math.min(shiftEnd.endMs, toMillis(stop.endedAt ?? toMoment(shiftEnd.endMs)))),
        shiftEnd.endMs - dice.int(60, 420) * MINUTE_MS,
      )
      return {
        id: dice.id(occurredMs),
        ...buildRecordHead(shiftEnd),
        occurredAt: toMoment(occurredMs),
        kind,
        description: era.localize(description),
        measure: era.localize(measure),
        ...buildSignature(floor, occurredMs),
      }
    })
  const summaries = shiftEnds
    .flatMap((shiftEnd) => (shiftEnd.order ? [shiftEnd] : []))
    .map((shiftEnd): RowDraft<typeof teamSummary> => {
      const tally = tallies.getTally({
        lineId: shiftEnd.line.id,
        businessDate: shiftEnd.shift.businessDate,
        shift: shiftEnd.shift.shift,
      })
      return {
        id: dice.id(shiftEnd.endMs),
        ...buildRecordHead(shiftEnd),
        jumboRolls: tally.jumboRolls,
        slitRolls: tally.slitRolls,
        goodKg: roundDecimals(tally.goodKg, 1),
        downgradedKg: roundDecimals(tally.downgradedKg, 1),
        wasteKg: roundDecimals(tally.wasteKg, 1),
        fedKg: roundDecimals(tally.fedKg, 1),
        stopMinutes: roundDecimals(tally.stopMinutes, 1),
        ...buildSignature(floor, shiftEnd.endMs - 5 * MINUTE_MS),
      }
    })
  const wasteRows = shiftEnds.map((shiftEnd): RowDraft<typeof wasteDisposal> => {
    const lines = [
      { kind: 'edgeTrim' as const, kg: roundDecimals(dice.between(60, 180), 1), destination: 'pellets' as const },
      ...(dice.chance(0.4)
        ? [{ kind: 'offGrade' as const, kg: roundDecimals(dice.between(5, 60), 1), destination: 'sold' as const }]
        : []),
    ]
    return buildDisposal(floor, shiftEnd, lines)
  })
  return [toBatch(processRecord, processRecords), toBatch(teamSummary, summaries), toBatch(wasteDisposal, wasteRows)]
}

type WasteLine = NonNullable<RowDraft<typeof wasteDisposal>['lines']>[number]
function buildDisposal(
  floor: ShopFloor,
  shiftEnd: ShiftEnd,
  lines: WasteLine[],
  trade: 'line' | 'slit' = 'line',
): RowDraft<typeof wasteDisposal> {
  const { dice, era, staff } = floor
  const isChecked = shiftEnd.endMs < era.now - 10 * HOUR_MS
  return {
    id: dice.id(shiftEnd.endMs),
    ...buildRecordHead(shiftEnd),
    lines,
    totalKg: roundDecimals(
      lines.reduce((sum, { kg }) => sum + kg, 0),
      3,
    ),
    state: isChecked ? 'checked' : 'entered',
    checkedBy: isChecked ? staff.getPersonOfTrade('lead').id : null,
    checkedAt: isChecked ? toMoment(shiftEnd.endMs + 9 * HOUR_MS) : null,
    ...buildSignature(floor, shiftEnd.endMs - 8 * MINUTE_MS, trade),
  }
}
/** Builds the waste disposals of slitters: weighed trim and waste rolls go to the pelletizer. */
export function buildSlitterWaste(
  floor: ShopFloor,
  shiftEnds: readonly ShiftEnd[],
  tallies: ShiftTallies,
): RowDraft<typeof wasteDisposal>[] {
  const wasteFloor = { ...floor, dice: floor.dice.branch('slitter waste') }
  return shiftEnds.flatMap((shiftEnd): RowDraft<typeof wasteDisposal>[] => {
    const { businessDate, shift } = shiftEnd.shift
    const { trimKg, wasteKg } = tallies.getTally({ lineId: shiftEnd.line.id, businessDate, shift })
    const wasteLines = [['edgeTrim', trimKg] as const, ['offGrade', wasteKg] as const].flatMap(
      ([kind, kg]): WasteLine[] =>
        roundDecimals(kg, 1) > 0 ? [{ kind, kg: roundDecimals(kg, 1), destination: 'pellets' }] : [],
    )
    return wasteLines.length > 0 ? [buildDisposal(wasteFloor, shiftEnd, wasteLines, 'slit')] : []
  })
}
