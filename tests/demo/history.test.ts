import { describe, expect, it } from 'vitest'
import { equipment, machineUseRecord } from '@/areas/equipment/contract/equipment'
import { line } from '@/plant/contract/line'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { inspectionResult, inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { repair } from '@/areas/maintenance/contract/repair'
import { lineStop } from '@/plant/contract/line-stop'
import { sparePart, stockMovement } from '@/areas/spareParts/contract/spare-part'
import { findOpenPoints } from '@/areas/rounds/rules/check-point'
import { calculateIndicatorsByLine } from '@/areas/maintenance/rules/indicators'
import { toCheckPoints } from '@/areas/rounds/rules/inspection-plan-fields'
import { isDoneInTime, isMissedAt } from '@/areas/rounds/rules/inspection-round'
import { getRepairCondition, deriveRepairStop } from '@/areas/maintenance/rules/repair'
import { findRepairWorkProblems } from '@/areas/maintenance/rules/repair-work'
import { isStockLow } from '@/areas/spareParts/rules/stock'
import { createDemoEra } from '@/demo/demo-era'
import { DAYS, getDemoRows, now, getRows, zone } from './plant'

const rows = getDemoRows()
const nowText = now.toISOString()

function groupBy<T>(all: readonly T[], keyOf: (row: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of all) {
    const key = keyOf(row) ?? ''
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return groups
}

describe('the stock', () => {
  const lines = groupBy(getRows(rows, stockMovement), ({ partId }) => partId)
  it('equals the sum of its movements, line by line', () => {
    for (const part of getRows(rows, sparePart)) {
      let sum = 0
      for (const { kind, quantity, quantityAfter } of lines.get(part.id) ?? []) {
        sum = Math.round((sum + (kind === 'out' ? -quantity : quantity)) * 1000) / 1000
        expect(quantityAfter, part.code).toBe(sum)
        expect(sum, part.code).toBeGreaterThanOrEqual(0)
      }
      expect(part.quantity, part.code).toBe(sum)
      expect(part.low, part.code).toBe(isStockLow(part))
    }
  })
  it('has parts to order, and issued every part that a repair used', () => {
    expect(getRows(rows, sparePart).filter(({ low }) => low).length).toBeGreaterThan(5)
    const issuesByRepair = groupBy(
      getRows(rows, stockMovement).filter(({ kind }) => kind === 'out'),
      ({ repairId }) => repairId,
    )
    for (const row of getRows(rows, repair).filter(({ parts }) => parts.length > 0)) {
      expect(
        issuesByRepair.get(row.id)?.map(({ partId, quantity }) => ({ partId, quantity })),
        row.number,
      ).toEqual(row.parts)
    }
  })
})

describe('repairs', () => {
  const repairs = getRows(rows, repair)
  const steps = ['reportedAt', 'acceptedAt', 'repairEndAt', 'productionAt', 'finalAt'] as const
  const stepsByState = {
    reported: 1,
    withdrawn: 1,
    inMaintenance: 2,
    waitingForPart: 2,
    toConfirmByProduction: 3,
    toConfirmFinally: 4,
    done: 5,
  } as const

  it('have exactly the times of their state, in order and in the past', () => {
    for (const row of repairs) {
      const times = steps.map((name) => row[name])
      expect(
        times.map((time) => time !== null),
        `${row.number} ${row.state}`,
      ).toEqual(steps.map((_, i) => i < stepsByState[row.state]))
      const given = times.flatMap((time) => (time === null ? [] : [toMillis(time)]))
      expect(given, row.number).toEqual([...given].sort((a, b) => a - b))
      expect(given.at(-1), row.number).toBeLessThanOrEqual(now.getTime())
    }
  })
  it('exist in every state, and some were rejected', () => {
    for (const state of Object.keys(stepsByState))
      expect(repairs.filter((row) => row.state === state).length, state).toBeGreaterThan(0)
    expect(repairs.filter(({ rejections }) => rejections > 0).length).toBeGreaterThan(10)
  })
  it('contain only work that the rule accepts', () => {
    for (const row of repairs.filter(({ repairEndAt }) => repairEndAt !== null)) {
      const problems = findRepairWorkProblems(
        {
          reportedAt: row.reportedAt,
          acceptedAt: row.acceptedAt ?? '',
          endedAt: row.repairEndAt ?? '',
          hours: row.hours,
          parts: row.parts,
        },
        nowText,
      )
      expect(problems, row.number).toEqual([])
    }
  })
  it('opened and closed the stops of their lines', () => {
    const stops = new Map(
      getRows(rows, lineStop)
        .filter(({ source }) => source === 'repair')
        .map((stop) => [stop.id, stop]),
    )
    for (const row of repairs) {
      const stop = row.stopId ? stops.get(row.stopId) : undefined
      expect(stop ? { startsAt: stop.startedAt, endsAt: stop.endedAt } : null, row.number).toEqual(
        deriveRepairStop(row),
      )
    }
    expect(stops.size).toBe(repairs.filter(({ stopId }) => stopId !== null).length)
    expect([...stops.values()].some(({ endedAt }) => endedAt === null)).toBe(true)
  })
  it('give a plausible MTTR and MTBF', () => {
    const facts = repairs
      .filter(({ state }) => state !== 'withdrawn')
      .map((row) => ({ ...row, failedAt: row.stoppedAt ?? row.reportedAt }))
    const stops = getRows(rows, lineStop)
      .filter(({ source }) => source === 'repair')
      .map((stop) => ({ lineId: stop.lineId, startsAt: stop.startedAt, endsAt: stop.endedAt }))
    const lines = getRows(rows, line).filter(({ kind }) => kind !== 'utility')
    for (const { key, mttr, mtbf } of calculateIndicatorsByLine(
      lines.map(({ id }) => id),
      facts,
      stops,
      { from: toMoment(createDemoEra(now, zone, 'zh', DAYS).from), to: nowText },
      nowText,
    )) {
      const { code, kind } = lines.find(({ id }) => id === key) ?? { code: '', kind: '' }
      expect(mttr.value, code).toBeGreaterThan(0.6)
      expect(mttr.value, code).toBeLessThan(4)
      expect(mtbf.value, code).toBeGreaterThan(15)
      expect(mtbf.value, code).toBeLessThan(kind === 'slitting' ? 900 : 120)
    }
  })
})

describe('machines', () => {
  it('are in the state that their repairs and use records imply', () => {
    const repairs = groupBy(getRows(rows, repair), ({ equipmentId }) => equipmentId)
    const uses = groupBy(getRows(rows, machineUseRecord), ({ equipmentId }) => equipmentId)
    for (const machine of getRows(rows, equipment)) {
      expect(machine.condition, machine.code).toBe(
        getRepairCondition((repairs.get(machine.id) ?? []).map(({ state }) => state)),
      )
      expect(machine.state, machine.code).toBe(uses.get(machine.id)?.at(-1)?.state)
    }
    expect(getRows(rows, equipment).some(({ state }) => state === 'discarded')).toBe(true)
  })
})

describe('rounds', () => {
  const rounds = getRows(rows, inspectionRound)
  const results = groupBy(getRows(rows, inspectionResult), ({ roundId }) => roundId)
  const codes = Object.fromEntries(getRows(rows, equipment).map(({ id, code }) => [id, code]))

  it('are due, walked, done and missed as the clock says', () => {
    for (const round of rounds) {
      expect(isMissedAt(round, nowText), round.roundKey).toBe(false)
      if (round.state === 'missed') expect(toMillis(round.closesAt), round.roundKey).toBeLessThanOrEqual(now.getTime())
      if (round.state === 'done') expect(isDoneInTime(round, round.finishedAt ?? ''), round.roundKey).toBe(true)
    }
    const ended = rounds.filter(({ state }) => state === 'done' || state === 'missed')
    const missed = ended.filter(({ state }) => state === 'missed').length / ended.length
    expect(missed).toBeGreaterThan(0.025)
    expect(missed).toBeLessThan(0.055)
    expect(rounds.some(({ state }) => state === 'inProgress')).toBe(true)
    expect(rounds.some(({ state, opensAt }) => state === 'due' && toMillis(opensAt) <= now.getTime())).toBe(true)
    expect(rounds.some(({ late }) => late)).toBe(true)
  })
  it('have a valid answer at every point when done', () => {
    for (const round of rounds.filter(({ state }, i) => state === 'done' && i % 5 === 0)) {
      const points = toCheckPoints(round.points, round.items, codes)
      const answers = (results.get(round.id) ?? []).map((result) => ({
        pointKey: result.pointKey,
        presence: result.presence,
        skippedBecause: result.state === 'skipped' ? result.reason : null,
        values: Object.fromEntries(result.values.map(({ itemKey, answer, number }) => [itemKey, answer ?? number])),
      }))
      expect(findOpenPoints(points, answers), round.roundKey).toEqual([])
      expect(round.pointsDone + round.pointsSkipped, round.roundKey).toBe(round.pointsTotal)
    }
  })
  it('led to repairs that refer back to the finding', () => {
    const found = getRows(rows, inspectionResult).filter(({ repairId }) => repairId !== null)
    expect(found.length).toBeGreaterThan(50)
    const repairs = new Map(getRows(rows, repair).map((row) => [row.id, row]))
    for (const result of found) expect(repairs.get(result.repairId ?? '')?.inspectionResultId).toBe(result.id)
  })
})
