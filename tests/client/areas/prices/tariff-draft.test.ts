import { describe, expect, it } from 'vitest'
import {
  buildDraftEntry,
  getMissingField,
  createTariffDraft,
  findDraftProblems,
  findUnreadablePrices,
  type TariffDraft,
} from '@/areas/prices/client/tariff-draft'
import type { TariffBand, TariffEntry } from '@/areas/prices/rules/tariff'

const ZONE = 'Asia/Shanghai'
const normal: readonly TariffBand[] = Array.from({ length: 96 }, () => 'normal' as const)
const base: TariffEntry = {
  id: 'base',
  layer: 'base',
  name: 'Base',
  effectiveFrom: '2026-01-01',
  effectiveTo: null,
  months: [],
  windows: [{ from: '00:00', to: '00:00', band: 'normal' }],
  hours: [],
  revision: 1,
  critical: null,
  peak: null,
  normal: 0.66,
  low: null,
  deep: null,
}
const draft = (more: Partial<TariffDraft>): TariffDraft => ({ ...createTariffDraft('day', '2026-11-26'), ...more })
const priced = (normalPrice: string) =>
  draft({ name: 'One day', prices: { ...createTariffDraft('day', '').prices, normal: normalPrice } })
const problems = (of: TariffDraft) => [
  ...findUnreadablePrices(of),
  ...findDraftProblems(buildDraftEntry(of, normal), [base], ZONE),
]

describe('an entry of the tariff as it is drawn', () => {
  it('holds the price of the layer below where none is typed', () => {
    expect(problems(priced(''))).toEqual([])
    expect(buildDraftEntry(priced(''), normal).normal).toBeNull()
  })
  it('refuses a price that is no number instead of leaving it out', () => {
    expect(problems(priced('0.6x'))).toEqual([{ code: 'field', field: 'normal', why: 'notNumber' }])
    expect(problems(priced('0.71'))).toEqual([])
    // The decimal point of a Chinese keyboard.
    expect(buildDraftEntry(priced('0。71'), normal).normal).toBe(0.71)
  })
  it('says what must be filled in before it can be saved', () => {
    const lacking = (of: TariffDraft) => getMissingField(of, buildDraftEntry(of, normal))
    expect(lacking(draft({}))).toBe('name')
    expect(lacking(draft({ name: 'One day', from: '' }))).toBe('effectiveFrom')
    expect(lacking(priced('0'))).toBe('reason')
    expect(lacking({ ...priced('-0.02'), reason: ' market ' })).toBeNull()
    expect(lacking(priced('0.71'))).toBeNull()
  })
})
