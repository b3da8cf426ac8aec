import { describe, expect, it } from 'vitest'
import { materialLot, material } from '@/areas/feeding/contract/material'
import { feedableStates } from '@/areas/feeding/rules/feed'
import { materialInspection, incomingField } from '@/areas/incoming/contract/material-inspection'
import { lotStateByInspectionState } from '@/areas/incoming/rules/material-inspection'
import { getDemoRows, getRows } from './plant'

const rows = getDemoRows()
const byId = <R extends { id: string }>(all: readonly R[]) => new Map(all.map((row) => [row.id, row]))
const inspections = getRows(rows, materialInspection)
const lots = byId(getRows(rows, materialLot))
const kinds = byId(getRows(rows, material))

describe('incoming inspections of the demonstration plant', () => {
  it('exist for every lot with a quality decision and match its state', () => {
    for (const row of inspections)
      expect(lots.get(row.lotId)?.state, row.number).toBe(lotStateByInspectionState[row.state])
    const inspected = new Set(inspections.map(({ lotId }) => lotId))
    const left = [...lots.values()].filter(
      ({ id, state, materialId }) =>
        !inspected.has(id) && state !== 'quarantine' && kinds.get(materialId)?.kind !== 'mid',
    )
    expect(left).toEqual([])
    expect(new Set(inspections.map(({ state }) => state)).size).toBe(4)
    expect(inspections.filter(({ state }) => state === 'rejected').length).toBeGreaterThanOrEqual(4)
  })
  it('pass if the lot was released, and fail if it was rejected or conceded', () => {
    for (const { number, state, result } of inspections)
      expect(result, number).toBe(state === 'released' ? 'pass' : state === 'inspecting' ? 'open' : 'fail')
  })
  it('have their own plan, standard and number', () => {
    expect(new Set(inspections.map(({ number }) => number)).size).toBe(inspections.length)
    expect(inspections.every(({ sampleSize, standardId }) => sampleSize && standardId)).toBe(true)
    expect(inspections.some(({ codeLetter, acceptNumber }) => codeLetter && acceptNumber !== null)).toBe(true)
    expect(getRows(rows, incomingField).length).toBeGreaterThan(0)
    // Used lots were released.
    for (const { leftKg, receivedKg, state, number } of lots.values())
      if (leftKg < receivedKg) expect((feedableStates as readonly string[]).includes(state), number).toBe(true)
  })
})
