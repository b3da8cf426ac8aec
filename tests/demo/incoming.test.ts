import { describe, expect, it } from 'vitest'
import { materialLot, material } from '@/areas/feeding/contract/material'
import { feedableStates } from '@/areas/feeding/rules/lot'
import { incomingField } from '@/areas/incoming/contract/incoming-field'
import { materialInspection } from '@/areas/incoming/contract/material-inspection'
import { lotStateByInspectionState } from '@/areas/incoming/rules/material-inspection'
import { demoRows, of } from './plant'

const rows = demoRows()
const byId = <R extends { id: string }>(all: readonly R[]) => new Map(all.map((row) => [row.id, row]))
const inspections = of(rows, materialInspection)
const lots = byId(of(rows, materialLot))
const kinds = byId(of(rows, material))

describe('incoming inspections of the demonstration plant', () => {
  it('are of every lot that quality has decided over, and say what its state says', () => {
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
  it('pass when the lot was released, and fail when it was rejected or conceded', () => {
    for (const { number, state, result } of inspections)
      expect(result, number).toBe(state === 'released' ? 'pass' : state === 'inspecting' ? 'open' : 'fail')
  })
  it('carry plan, standard and numbers of their own', () => {
    expect(new Set(inspections.map(({ number }) => number)).size).toBe(inspections.length)
    expect(inspections.every(({ sampleSize, standardId }) => sampleSize && standardId)).toBe(true)
    expect(inspections.some(({ codeLetter, acceptNumber }) => codeLetter && acceptNumber !== null)).toBe(true)
    expect(of(rows, incomingField).length).toBeGreaterThan(0)
    // Used lots were free.
    for (const { leftKg, receivedKg, state, number } of lots.values())
      if (leftKg < receivedKg) expect((feedableStates as readonly string[]).includes(state), number).toBe(true)
  })
})
