import type { Round } from '@/areas/rounds/client/walk/walk-points'

export const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
export const ME = id(9)
export const ROUND = id(20)
const storedFields = {
  version: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: null,
}
export const machines = [
  { ...storedFields, id: id(1), code: 'EX-01', name: '挤出机', nameEn: 'Extruder' },
  { ...storedFields, id: id(2), code: 'CA-01', name: '热轧机', nameEn: null },
]
type Item = Round['items'][number]
const createItem = (pointKey: string, key: string, kind: Item['kind'], overrides: Partial<Item> = {}): Item => ({
  pointKey,
  key,
  label: `${pointKey}-${key}`,
  labelEn: null,
  kind,
  unit: null,
  low: null,
  high: null,
  warnLow: null,
  warnHigh: null,
  optional: false,
  ...overrides,
})

/** Creates a round with two points: the extruder must be scanned by the label `P-7`, the calender may be confirmed by hand. */
export function createRound(overrides: Partial<Round> = {}): Round {
  const now = Date.now()
  const toTimeFromNow = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  return {
    ...storedFields,
    id: ROUND,
    roundKey: 'k',
    planId: id(30),
    planName: '早班巡检',
    addedNotes: [],
    planNameEn: null,
    lineId: null,
    dueAt: toTimeFromNow(10),
    opensAt: toTimeFromNow(-20),
    closesAt: toTimeFromNow(70),
    businessDate: '2026-11-20',
    shift: 'early',
    team: 'A',
    state: 'due',
    roleIds: [],
    userIds: [],
    assignedTo: null,
    startedAt: null,
    finishedAt: null,
    userId: null,
    walkers: [],
    pointsTotal: 2,
    pointsDone: 0,
    pointsSkipped: 0,
    findings: 0,
    late: false,
    note: null,
    points: [
      { key: 'a', equipmentId: id(1), code: 'P-7', instruction: '先听后看', scanRequired: true },
      { key: 'b', equipmentId: id(2), code: null, instruction: null, scanRequired: false },
    ],
    items: [
      createItem('a', 'noise', 'okNotOk'),
      createItem('a', 'temp', 'number', { unit: '°C', low: 10, high: 80, warnHigh: 70 }),
      createItem('b', 'clean', 'okNotOk'),
      createItem('b', 'remark', 'text', { optional: true }),
    ],
    ...overrides,
  }
}
