/** Merges the sets of a cutting from the server with commands that this phone has stored but not sent. */
import type { Row } from '@/contract/resource'
import type { UnsentCommand } from '@/client/api/phone'
import { isHeldBack } from '@/offline/overlay'
import type { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import type { cutting, slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { doffSet, editSet, recycleRolls, takeBackSlitDowngrades } from '@/areas/rolls/contract/slitting-commands'
import { newLines } from '@/areas/rolls/rules/downgrades'
import { gradeOf } from '@/areas/rolls/rules/order-figures'
import { isTakenBack } from '@/areas/rolls/rules/slit-roll'
import {
  expectedRollKg,
  inheritedDefects,
  inheritedDowngrades,
  laneRolls,
  nextSpan,
  type OrderedLanes,
} from '@/areas/rolls/rules/slit-set'

export type Jumbo = Row<typeof jumboRoll>
export type Cutting = Row<typeof cutting>
export type SlitSet = Row<typeof slitSet>
export type SlitRoll = Row<typeof slitRoll>
export type Lane = Cutting['lanes'][number]
export type Downgrades = SlitRoll['downgrades']

export interface ShownRoll extends Pick<
  SlitRoll,
  | 'lane'
  | 'widthMm'
  | 'fromMm'
  | 'fromM'
  | 'toM'
  | 'lengthM'
  | 'expectedKg'
  | 'kg'
  | 'grade'
  | 'downgrades'
  | 'takenBackDowngrades'
  | 'defects'
  | 'workOrderId'
  | 'state'
  | 'holds'
  | 'labels'
  | 'labelSaid'
> {
  /** Null until the server has numbered it. */
  id: string | null
  number: string | null
  version: number
  /** True if one of its commands has not been sent yet. */
  pending: boolean
}
export interface ShownSet {
  id: string
  setNumber: number | null
  /** Its number, or the expected one until the server assigns it. */
  comes: number
  version: number
  fromM: number
  toM: number
  lanes: readonly Lane[]
  doffedAt: string
  createdBy: string | null
  rolls: ShownRoll[]
  pending: boolean
  /** The first refusal by the server; a person has to resolve it. */
  refused: Refused | null
  /**
   * True if the server refused to create the set, or its command waits behind a refusal. The set then counts nowhere.
   */
  unmade: boolean
}
export interface Refused {
  state: 'attention'
  opId: string
  op: string | null
  error: UnsentCommand['lastError']
}

interface DoffBody {
  id?: string
  cuttingId: string
  lengthM?: number | null
  leftM?: number | null
  lanes?: Lane[] | null
  weights?: { lane: number; kg: number }[]
  occurredAt?: string | null
}
interface EditBody {
  id: string
  rolls: {
    rollId?: string | null
    lane?: number | null
    kg?: number | null
    workOrderId?: string | null
    downgrades?: Downgrades | null
  }[]
}

interface TakeBackBody {
  id: string
  rollId?: string | null
  lane?: number | null
  lines: Downgrades
}

/** Changes of one roll of a set. */
export interface RollChange {
  kg?: number
  downgrades?: Downgrades
}
/** Adds the values the person saw to a change, so that later entries of others are kept. */
export const withSeen = (change: RollChange, { kg, downgrades }: Pick<ShownRoll, 'kg' | 'downgrades'>) => ({
  ...change,
  ...(change.kg === undefined ? {} : { seenKg: kg }),
  ...(change.downgrades ? { seenDowngrades: downgrades } : {}),
})

/** Commands that this phone applies to the sets before the server has accepted them. */
const ofSet: readonly (string | null)[] = [doffSet.name, editSet.name, recycleRolls.name, takeBackSlitDowngrades.name]

/** Returns the sets of a cutting, last first, with this phone's pending doffs, weights and downgrades applied. */
export function shownSets(
  run: Cutting,
  jumbo: Jumbo | null,
  sets: readonly SlitSet[],
  rolls: readonly SlitRoll[],
  unsent: readonly UnsentCommand[],
): ShownSet[] {
  const known = sets
    .filter((set) => set.cuttingId === run.id && set.state === 'made')
    .map((set): ShownSet => ({
      ...set,
      comes: set.setNumber,
      pending: false,
      refused: null,
      unmade: false,
      rolls: rolls
        .filter((roll) => roll.slitSetId === set.id && !isTakenBack(roll.state))
        .map((roll) => ({ ...roll, pending: false }))
        .sort((a, b) => a.lane - b.lane),
    }))
    .sort((a, b) => (a.setNumber ?? 0) - (b.setNumber ?? 0))
  const shown = [...known]
  // Numbers continue after those of the whole jumbo, including sets that were taken back.
  const last = Math.max(0, ...sets.map((set) => set.setNumber))
  for (const item of unsent) {
    if (item.op === doffSet.name && item.body.cuttingId === run.id && jumbo) {
      const body = item.body as typeof item.body & DoffBody
      if (!shown.some((set) => set.id === body.id)) {
        const number = last + 1 + shown.filter((set) => set.setNumber === null && !set.unmade).length
        shown.push({ ...toCome(run, jumbo, body, shown, number), unmade: isHeldBack(item.state) })
      }
    }
    const set = ofSet.includes(item.op) ? shown.find(({ id }) => id === item.body['id']) : undefined
    if (set && item.state === 'attention') set.refused ??= refusalOf(item)
    // A refused command, or one behind a refusal, changes nothing on the server, so it is not applied.
    if (set && isHeldBack(item.state) && !set.unmade) {
      set.pending = true
      continue
    }
    if (item.op === editSet.name) overlay(shown, item.body as typeof item.body & EditBody)
    if (item.op === recycleRolls.name) overlay(shown, item.body as typeof item.body & EditBody, 'recycled')
    if (item.op === takeBackSlitDowngrades.name) takeBack(shown, item.body as typeof item.body & TakeBackBody)
  }
  return shown.toReversed()
}
const refusalOf = ({ id, op, lastError }: UnsentCommand): Refused => ({
  state: 'attention',
  opId: id,
  op,
  error: lastError,
})
/** Returns where the next set begins: the metres that no set, sent or pending, has taken. */
export const leftOf = (jumbo: Pick<Jumbo, 'leftM' | 'lengthM'>, shown: readonly ShownSet[]): number =>
  Math.min(jumbo.leftM ?? jumbo.lengthM ?? 0, ...shown.filter(({ unmade }) => !unmade).map((set) => set.fromM))

/** Builds a pending set by the server's rules; the server assigns its number later. */
function toCome(run: Cutting, jumbo: Jumbo, body: DoffBody, before: readonly ShownSet[], comes: number): ShownSet {
  const left = body.leftM ?? leftOf(jumbo, before)
  const span = nextSpan(left, body.lengthM ?? Math.min(run.lengthM ?? left, left))
  const lanes = (body.lanes?.length ? body.lanes : run.lanes) as Lane[]
  const lengthM = Math.round((span.toM - span.fromM) * 10) / 10
  const rolls = laneRolls(lanes as OrderedLanes[], jumbo.widthMm ?? 0, span).map((place): ShownRoll => {
    const downgrades = inheritedDowngrades(jumbo.downgrades, place)
    return {
      ...place,
      id: null,
      number: null,
      version: 1,
      pending: true,
      state: 'made',
      holds: jumbo.holds,
      labels: 0,
      labelSaid: null,
      lengthM,
      expectedKg: expectedRollKg(jumbo, place.widthMm, lengthM),
      kg: body.weights?.find((w) => w.lane === place.lane)?.kg ?? null,
      downgrades,
      takenBackDowngrades: [],
      grade: gradeOf(downgrades, lengthM),
      defects: inheritedDefects(jumbo.defects, place),
      workOrderId: place.workOrderId ?? jumbo.workOrderId,
    }
  })
  return {
    id: body.id ?? '',
    setNumber: null,
    comes,
    version: 1,
    ...span,
    lanes,
    doffedAt: body.occurredAt ?? '',
    createdBy: null,
    rolls,
    pending: true,
    refused: null,
    unmade: false,
  }
}
/** Applies a pending change to the matching roll of a set. */
function withRoll(
  shown: ShownSet[],
  id: string,
  named: (roll: ShownRoll) => boolean,
  change: (roll: ShownRoll) => Partial<ShownRoll>,
): void {
  const at = shown.findIndex((set) => set.id === id)
  const set = shown[at]
  if (!set) return
  const rolls = set.rolls.map((roll) => (named(roll) ? { ...roll, pending: true, ...change(roll) } : roll))
  shown[at] = { ...set, pending: true, rolls }
}
/** Removes taken-back downgrades; the server adds person and time. */
function takeBack(shown: ShownSet[], { id, rollId, lane, lines }: TakeBackBody): void {
  withRoll(
    shown,
    id,
    (roll) => (rollId ? rollId === roll.id : lane === roll.lane),
    (roll) => {
      const downgrades = newLines(roll.downgrades, lines)
      return { downgrades, grade: gradeOf(downgrades, roll.lengthM) }
    },
  )
}
function overlay(shown: ShownSet[], { id, rolls }: EditBody, state?: ShownRoll['state']): void {
  const of = (roll: ShownRoll) => rolls.find((one) => (one.rollId ? one.rollId === roll.id : one.lane === roll.lane))
  withRoll(
    shown,
    id,
    (roll) => of(roll) !== undefined,
    (roll) => ({ ...edited(roll, of(roll)), state: state ?? roll.state }),
  )
}
type Edited = Pick<ShownRoll, 'kg' | 'workOrderId' | 'downgrades' | 'lengthM'>
function edited(roll: Edited, edit: EditBody['rolls'][number] | undefined) {
  const downgrades = edit?.downgrades ?? roll.downgrades
  return {
    kg: edit?.kg ?? roll.kg,
    workOrderId: edit?.workOrderId ?? roll.workOrderId,
    downgrades,
    grade: gradeOf(downgrades, roll.lengthM),
  }
}
/** Returns the roll for its label, with this phone's pending weights, orders and downgrades applied. */
export const withUnsentEdits = <R extends SlitRoll>(roll: R, unsent: readonly UnsentCommand[]): R =>
  unsent
    .filter((item) => item.op === editSet.name && item.body['id'] === roll.slitSetId && !isHeldBack(item.state))
    .flatMap((item) => (item.body as typeof item.body & EditBody).rolls)
    .filter((edit) => (edit.rollId ? edit.rollId === roll.id : edit.lane === roll.lane))
    .reduce((row, edit) => ({ ...row, ...edited(row, edit) }), roll)
