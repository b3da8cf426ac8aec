import { describe, expect, it } from 'vitest'
import type { UnsentCommand } from '@/client/api/phone'
import {
  calculateMetresLeft,
  buildDisplayedSets,
  withUnsentEdits,
  type StoredCutting,
  type StoredJumbo,
  type StoredSlitRoll,
  type StoredSlitSet,
} from '@/areas/slitting/client/slitter/displayed-sets'
import {
  toBox,
  toDefectBox,
  buildLaneBoxes,
  toY,
  type ChartScale,
} from '@/areas/slitting/client/slitter/lanes-chart-geometry'
import { slittingContract } from '@/areas/slitting/contract'
import { buildAreaPreviews } from '@/offline/command-preview'
import { retainPendingSets } from '@/areas/slitting/client/slitter/use-displayed-sets'
import { doffSet, editSet, takeBackSlitDowngrades } from '@/areas/slitting/contract/slitting-commands'

const lanes = [
  { width: 1000, count: 3, workOrderId: null },
  { width: 160, count: 1, workOrderId: null },
]
const run = { id: 'c', jumboRollId: 'j', lanes, lengthM: 5000, state: 'open' } as unknown as StoredCutting
const jumbo = {
  id: 'j',
  number: 'B1-SS1-261120-001',
  widthMm: 3200,
  lengthM: 10_000,
  leftM: 5000,
  gsm: 15,
  netKg: 480,
  expectedKg: 480,
  workOrderId: 'w',
  defects: [{ kind: 'hole', fromM: 1000, toM: 1010, fromMm: 100, toMm: 120, images: [], note: null }],
  downgrades: [],
} as unknown as StoredJumbo
const set = {
  id: 's1',
  cuttingId: 'c',
  setNumber: 1,
  state: 'made',
  fromM: 5000,
  toM: 10_000,
  lanes,
  version: 1,
  doffedAt: '2026-11-20T01:00:00.000Z',
} as unknown as StoredSlitSet
const roll = (lane: number, more: object = {}) =>
  ({
    id: `r${lane}`,
    slitSetId: 's1',
    lane,
    number: `N-${lane}`,
    state: 'made',
    kg: null,
    lengthM: 5000,
    grade: 'good',
    downgrades: [],
    defects: [],
    workOrderId: 'w',
    version: 1,
    ...more,
  }) as unknown as StoredSlitRoll
const unsent = (op: string, body: object) => ({ id: op, op, body }) as unknown as UnsentCommand

describe('a cutting at the slitter', () => {
  it('a returned set waits for a person, not for the network', () => {
    const doff = { ...unsent(doffSet.name, { id: 's2', cuttingId: 'c', lengthM: 3000 }), state: 'attention' }
    expect(
      buildDisplayedSets(run, jumbo, [set], [roll(1)], [doff as UnsentCommand]).map(({ id, isNotCreated, refusal }) => [
        id,
        isNotCreated,
        refusal?.opId,
      ]),
    ).toEqual([
      ['s2', true, doffSet.name],
      ['s1', false, undefined],
    ])
  })
  it("an existing set shows the server's weights after a refusal, marked; later changes are not shown either", () => {
    const edit = (id: string, state: string, kg: number) =>
      ({ ...unsent(editSet.name, { id: 's1', rolls: [{ rollId: 'r1', kg }] }), id, state }) as unknown as UnsentCommand
    const [displayedSet] = buildDisplayedSets(
      run,
      jumbo,
      [set],
      [roll(1, { kg: 167 }), roll(2)],
      [edit('first', 'attention', 166.1), edit('then', 'waiting', 166.4)],
    )
    expect([
      displayedSet!.rolls[0]!.kg,
      displayedSet!.pending,
      displayedSet!.isNotCreated,
      displayedSet!.refusal?.opId,
    ]).toEqual([167, true, false, 'first'])
  })
  it('a refused new set keeps its input, uses no metres and no number, and disappears when discarded', () => {
    const refused = {
      ...unsent(doffSet.name, { id: 's2', cuttingId: 'c', lengthM: 3000, weights: [{ lane: 1, kg: 44 }] }),
      state: 'attention',
    } as unknown as UnsentCommand
    const next = unsent(doffSet.name, { id: 's3', cuttingId: 'c', lengthM: 1000 })
    const displayedSets = buildDisplayedSets(run, jumbo, [set], [roll(1)], [refused])
    expect([
      displayedSets[0]!.isNotCreated,
      displayedSets[0]!.rolls[0]!.kg,
      calculateMetresLeft(jumbo, displayedSets),
    ]).toEqual([true, 44, 5000])
    expect(
      buildDisplayedSets(run, jumbo, [set], [roll(1)], [refused, next]).map(({ id, expectedNumber }) => [
        id,
        expectedNumber,
      ]),
    ).toEqual([
      ['s3', 2],
      ['s2', 2],
      ['s1', 1],
    ])
    expect(
      retainPendingSets(displayedSets, buildDisplayedSets(run, jumbo, [set], [roll(1)], [])).map(({ id }) => id),
    ).toEqual(['s1'])
  })
  it('a set keeps its position even if the jumbo now ends elsewhere; nothing is offered twice', () => {
    const doff = unsent(doffSet.name, { id: 's2', cuttingId: 'c', lengthM: 3000, leftM: 10_000 })
    const shown = buildDisplayedSets(run, jumbo, [set], [roll(1)], [doff])
    expect(shown.map(({ id, fromM, toM }) => [id, fromM, toM])).toEqual([
      ['s2', 7000, 10_000],
      ['s1', 5000, 10_000],
    ])
    expect(calculateMetresLeft({ ...jumbo, leftM: 10_000 }, shown)).toBe(5000)
  })
  it('unnumbered sets show their future number, counting withdrawn sets', () => {
    const undone = { ...set, id: 's2', setNumber: 2, state: 'undone' } as StoredSlitSet
    const doff = (id: string) => unsent(doffSet.name, { id, cuttingId: 'c', lengthM: 1000 })
    const shown = buildDisplayedSets(run, jumbo, [set, undone], [roll(1)], [doff('s3'), doff('s4')])
    expect(shown.map(({ id, setNumber, expectedNumber }) => [id, setNumber, expectedNumber])).toEqual([
      ['s4', null, 4],
      ['s3', null, 3],
      ['s1', 1, 1],
    ])
  })
  it('a set saved on this phone is above the others, unnumbered, with the rolls the server will create', () => {
    const displayedSets = buildDisplayedSets(
      run,
      jumbo,
      [set],
      [roll(2), roll(1)],
      [unsent(doffSet.name, { id: 's2', cuttingId: 'c', lengthM: 3000, weights: [{ lane: 1, kg: 44 }] })],
    )
    expect(displayedSets.map((one) => [one.id, one.setNumber, one.fromM, one.toM, one.pending])).toEqual([
      ['s2', null, 2000, 5000, true],
      ['s1', 1, 5000, 10_000, false],
    ])
    expect(displayedSets.some(({ isNotCreated, refusal }) => isNotCreated || refusal)).toBe(false)
    expect(displayedSets[0]!.rolls.map((one) => [one.lane, one.number, one.expectedKg, one.kg])).toEqual([
      [1, null, 45, 44],
      [2, null, 45, null],
      [3, null, 45, null],
      [4, null, 7.2, null],
    ])
    expect(displayedSets[1]!.rolls.map((one) => one.lane)).toEqual([1, 2])
    expect(calculateMetresLeft(jumbo, displayedSets)).toBe(2000)
  })
  it('a set known to the server is not shown twice', () => {
    expect(
      buildDisplayedSets(run, jumbo, [set], [], [unsent(doffSet.name, { id: 's1', cuttingId: 'c' })]),
    ).toHaveLength(1)
  })
  it('unsent weights and downgrades are shown, by id and by lane', () => {
    const downgrades = [{ fromM: 0, toM: 5000, grade: 'waste', defect: 'hole', reason: null }]
    const [displayedSet] = buildDisplayedSets(
      run,
      jumbo,
      [set],
      [roll(1), roll(2)],
      [
        unsent(editSet.name, {
          id: 's1',
          rolls: [
            { rollId: 'r1', kg: 75 },
            { lane: 2, downgrades },
          ],
        }),
      ],
    )
    expect(displayedSet!.rolls.map((r) => [r.kg, r.grade, r.pending])).toEqual([
      [75, 'good', true],
      [null, 'waste', true],
    ])
    expect(displayedSet!.pending).toBe(true)
  })
  it('a downgrade taken back on this phone is gone; the others of the lane remain', () => {
    const bad = (fromM: number) => ({ fromM, toM: fromM + 100, grade: 'downgraded', defect: 'hole', reason: null })
    const lane = roll(1, { downgrades: [bad(0), bad(300)], grade: 'downgraded' })
    const { reason: _reason, ...line } = bad(0)
    const back = unsent(takeBackSlitDowngrades.name, { id: 's1', rollId: 'r1', lines: [line], why: 'wrong lane' })
    const [displayedSet] = buildDisplayedSets(run, jumbo, [set], [lane, roll(2)], [back])
    expect(displayedSet?.rolls.map((r) => [r.downgrades.map(({ fromM }) => fromM), r.grade, r.pending])).toEqual([
      [[300], 'downgraded', true],
      [[], 'good', false],
    ])
  })
  it('a sent set stays until the lists contain it with its rolls: no pad closes, no metre is offered twice', () => {
    const doff = unsent(doffSet.name, { id: 's2', cuttingId: 'c', lengthM: 3000 })
    const saved = retainPendingSets([], buildDisplayedSets(run, jumbo, [set], [roll(1)], [doff]))
    const arrived = retainPendingSets(saved, buildDisplayedSets(run, { ...jumbo, leftM: 2000 }, [set], [roll(1)], []))
    expect(arrived.map((one) => [one.id, one.rolls.length])).toEqual([
      ['s2', 4],
      ['s1', 1],
    ])
    expect(calculateMetresLeft(jumbo, arrived)).toBe(2000)
    const serverSet = { ...set, id: 's2', setNumber: 2, fromM: 2000, toM: 5000 } as unknown as StoredSlitSet
    const numbered = retainPendingSets(arrived, buildDisplayedSets(run, jumbo, [set, serverSet], [roll(1)], []))
    expect(numbered.map((one) => [one.id, one.setNumber, one.rolls.length])).toEqual([
      ['s2', 2, 4],
      ['s1', 1, 1],
    ])
    expect(retainPendingSets(numbered, buildDisplayedSets(run, jumbo, [set], [roll(1)], []))).toHaveLength(1) // taken back
  })
  it('previews of the outbox follow the life cycle of a cutting', () => {
    const op = { occurredAt: '2026-11-20T01:00:00.000Z', userId: 'u' } as never
    const previews = buildAreaPreviews(slittingContract)
    const begun = previews['cutting.start']!(undefined, { slitterId: 'l', jumboNumber: 'N', lanes }, op)
    expect(begun).toMatchObject({ state: 'open', slittingPattern: '3×1000 + 1×160', jumboRollId: null, sets: 0 })
    expect(previews['slitSet.doff']!({ sets: 2 }, {}, op)).toEqual({ sets: 3 })
    expect(previews['cutting.finish']!({ state: 'open' }, { wasteKg: 1 }, op)).toMatchObject({
      state: 'finished',
      wasteKg: 1,
    })
    expect(previews['cutting.finish']!(undefined, {}, op)).toBeNull()
  })
})

describe('the drawing', () => {
  const scale: ChartScale = { widthMm: 3200, lengthM: 10_000, width: 320, height: 200 }
  it('has the metres wound last at the top, and the trim at both edges', () => {
    expect([toY(scale, 10_000), toY(scale, 0)]).toEqual([0, 200])
    expect(toBox(scale, { fromM: 5000, toM: 10_000, fromMm: null, toMm: null })).toEqual({
      x: 0,
      y: 0,
      width: 320,
      height: 100,
    })
    const parts = buildLaneBoxes(scale, lanes)
    expect(parts.trims).toEqual([
      { x: 0, width: 2, widthMm: 20 },
      { x: 318, width: 2, widthMm: 20 },
    ])
    expect(parts.lanes.map((lane) => [lane.x, lane.width])).toEqual([
      [2, 100],
      [102, 100],
      [202, 100],
      [302, 16],
    ])
  })
  it('a small hole is drawn large enough to be visible, and stays inside', () => {
    const box = toDefectBox(scale, { kind: 'hole', fromM: 0, toM: 1, fromMm: 3195, toMm: 3200 })
    expect(box).toEqual({ x: 315, y: 195, width: 5, height: 5 })
  })
})

it("a label shows this phone's weight before the server knows it", () => {
  const roll = { id: 'r1', slitSetId: 's1', lane: 1, kg: null, lengthM: 1000, workOrderId: 'w', downgrades: [] }
  const other = { ...roll, id: 'r2', lane: 2, kg: 80 }
  const edit = (id: string, rolls: object[], state = 'pending') =>
    ({ op: editSet.name, state, body: { id, rolls } }) as unknown as UnsentCommand
  const unsent = [
    edit('s1', [{ rollId: 'r1', kg: 176.1 }]),
    edit('s2', [{ rollId: 'r1', kg: 1 }]),
    edit('s1', [{ rollId: 'r1', kg: 166.1 }], 'attention'), // refused: the server's weight stands
    edit('s1', [{ lane: 2, downgrades: [{ fromM: 0, toM: 1000, grade: 'waste', defect: 'hole' }] }]),
  ]
  const displayedRolls = [roll, other].map(
    (one) => withUnsentEdits(one as never, unsent) as typeof roll & { grade: string },
  )
  expect(displayedRolls.map(({ kg, grade }) => [kg, grade])).toEqual([
    [176.1, 'good'],
    [80, 'waste'],
  ])
})
