/** Merges the sets of a cutting from the server with the unsent commands of this phone. */
import type { Row } from '@/contract/resource'
import type { UnsentCommand } from '@/client/api/phone'
import { isHeldBack } from '@/offline/overlay'
import type { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import type { cutting, slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { doffSet, editSet, recycleRolls, takeBackSlitDowngrades } from '@/areas/slitting/contract/slitting-commands'
import { filterNewDowngrades } from '@/areas/rolls/rules/downgrades'
import { determineGrade } from '@/areas/rolls/rules/order-roll-metrics'
import { isTakenBack } from '@/areas/slitting/rules/slit-roll'
import {
  calculateExpectedRollKg,
  getInheritedDefects,
  getInheritedDowngrades,
  buildLaneRolls,
  getNextSetSpan,
  type OrderedLanes,
} from '@/areas/slitting/rules/slit-set'

export type StoredJumbo = Row<typeof jumboRoll>
export type StoredCutting = Row<typeof cutting>
export type StoredSlitSet = Row<typeof slitSet>
export type StoredSlitRoll = Row<typeof slitRoll>
export type CuttingLane = StoredCutting['lanes'][number]
export type SlitRollDowngrades = StoredSlitRoll['downgrades']

export interface DisplayedRoll extends Pick<
  StoredSlitRoll,
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
  /** Null until the server has created the roll. */
  id: string | null
  number: string | null
  version: number
  /** True if a command of the set has not been sent yet. */
  pending: boolean
}
export interface DisplayedSet {
  id: string
  setNumber: number | null
  /** Number of the set; the expected number until the server assigns it. */
  expectedNumber: number
  version: number
  fromM: number
  toM: number
  lanes: readonly CuttingLane[]
  doffedAt: string
  createdBy: string | null
  rolls: DisplayedRoll[]
  pending: boolean
  /** The first refusal by the server; a person has to resolve it. */
  refusal: SetRefusal | null
  /**
   * True if the server refused to create the set, or its command waits behind a refused command. The set is displayed
   * but does not count.
   */
  isNotCreated: boolean
}
export interface SetRefusal {
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
  lanes?: CuttingLane[] | null
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
    downgrades?: SlitRollDowngrades | null
  }[]
}

interface TakeBackBody {
  id: string
  rollId?: string | null
  lane?: number | null
  lines: SlitRollDowngrades
}

/** Changes of one roll of a set. */
export interface RollChange {
  kg?: number
  downgrades?: SlitRollDowngrades
}
/** Adds the values that the person saw to a change, so that the server can keep what others entered since then. */
export const addSeenValues = (change: RollChange, { kg, downgrades }: Pick<DisplayedRoll, 'kg' | 'downgrades'>) => ({
  ...change,
  ...(change.kg === undefined ? {} : { seenKg: kg }),
  ...(change.downgrades ? { seenDowngrades: downgrades } : {}),
})

/** Commands that this phone applies to the sets before the server has accepted them. */
const SET_COMMANDS: readonly (string | null)[] = [
  doffSet.name,
  editSet.name,
  recycleRolls.name,
  takeBackSlitDowngrades.name,
]

/** Returns the sets of a cutting, newest first, with this phone's pending doffs, weights and downgrades applied. */
export function buildDisplayedSets(
  cuttingRow: StoredCutting,
  jumbo: StoredJumbo | null,
  sets: readonly StoredSlitSet[],
  rolls: readonly StoredSlitRoll[],
  unsent: readonly UnsentCommand[],
): DisplayedSet[] {
  const storedSets = sets
    .filter((set) => set.cuttingId === cuttingRow.id && set.state === 'made')
    .map((set): DisplayedSet => ({
      ...set,
      expectedNumber: set.setNumber,
      pending: false,
      refusal: null,
      isNotCreated: false,
      rolls: rolls
        .filter((roll) => roll.slitSetId === set.id && !isTakenBack(roll.state))
        .map((roll) => ({ ...roll, pending: false }))
        .sort((a, b) => a.lane - b.lane),
    }))
    .sort((a, b) => (a.setNumber ?? 0) - (b.setNumber ?? 0))
  const displayedSets = [...storedSets]
  // New numbers continue after the highest number of the whole jumbo, including sets that were taken back.
  const lastNumber = Math.max(0, ...sets.map((set) => set.setNumber))
  for (const item of unsent) {
    if (item.op === doffSet.name && item.body.cuttingId === cuttingRow.id && jumbo) {
      const body = item.body as typeof item.body & DoffBody
      if (!displayedSets.some((set) => set.id === body.id)) {
        const number =
          lastNumber + 1 + displayedSets.filter((set) => set.setNumber === null && !set.isNotCreated).length
        displayedSets.push({
          ...buildPendingSet(cuttingRow, jumbo, body, displayedSets, number),
          isNotCreated: isHeldBack(item.state),
        })
      }
    }
    const set = SET_COMMANDS.includes(item.op) ? displayedSets.find(({ id }) => id === item.body['id']) : undefined
    if (set && item.state === 'attention') set.refusal ??= toRefusal(item)
    // A refused command, or a command that waits behind one, changes nothing on the server, so it is not applied.
    if (set && isHeldBack(item.state) && !set.isNotCreated) {
      set.pending = true
      continue
    }
    if (item.op === editSet.name) applyRollEdits(displayedSets, item.body as typeof item.body & EditBody)
    if (item.op === recycleRolls.name)
      applyRollEdits(displayedSets, item.body as typeof item.body & EditBody, 'recycled')
    if (item.op === takeBackSlitDowngrades.name)
      applyTakeBack(displayedSets, item.body as typeof item.body & TakeBackBody)
  }
  return displayedSets.toReversed()
}
const toRefusal = ({ id, op, lastError }: UnsentCommand): SetRefusal => ({
  state: 'attention',
  opId: id,
  op,
  error: lastError,
})
/** Returns the metres that no set has taken, whether sent or pending. The next set begins there. */
export const calculateMetresLeft = (
  jumbo: Pick<StoredJumbo, 'leftM' | 'lengthM'>,
  displayedSets: readonly DisplayedSet[],
): number =>
  Math.min(
    jumbo.leftM ?? jumbo.lengthM ?? 0,
    ...displayedSets.filter(({ isNotCreated }) => !isNotCreated).map((set) => set.fromM),
  )

/** Builds a set that the server does not have yet, by the rules of the server. The server will number the set. */
function buildPendingSet(
  cuttingRow: StoredCutting,
  jumbo: StoredJumbo,
  body: DoffBody,
  previousSets: readonly DisplayedSet[],
  expectedNumber: number,
): DisplayedSet {
  const metresLeft = body.leftM ?? calculateMetresLeft(jumbo, previousSets)
  const span = getNextSetSpan(metresLeft, body.lengthM ?? Math.min(cuttingRow.lengthM ?? metresLeft, metresLeft))
  const lanes = (body.lanes?.length ? body.lanes : cuttingRow.lanes) as CuttingLane[]
  const lengthM = Math.round((span.toM - span.fromM) * 10) / 10
  const rolls = buildLaneRolls(lanes as OrderedLanes[], jumbo.widthMm ?? 0, span).map((place): DisplayedRoll => {
    const downgrades = getInheritedDowngrades(jumbo.downgrades, place)
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
      expectedKg: calculateExpectedRollKg(jumbo, place.widthMm, lengthM),
      kg: body.weights?.find((w) => w.lane === place.lane)?.kg ?? null,
      downgrades,
      takenBackDowngrades: [],
      grade: determineGrade(downgrades, lengthM),
      defects: getInheritedDefects(jumbo.defects, place),
      workOrderId: place.workOrderId ?? jumbo.workOrderId,
    }
  })
  return {
    id: body.id ?? '',
    setNumber: null,
    expectedNumber,
    version: 1,
    ...span,
    lanes,
    doffedAt: body.occurredAt ?? '',
    createdBy: null,
    rolls,
    pending: true,
    refusal: null,
    isNotCreated: false,
  }
}
/** Applies a pending change to the matching roll of a set. */
function updateRoll(
  displayedSets: DisplayedSet[],
  setId: string,
  isTarget: (roll: DisplayedRoll) => boolean,
  change: (roll: DisplayedRoll) => Partial<DisplayedRoll>,
): void {
  const index = displayedSets.findIndex((set) => set.id === setId)
  const set = displayedSets[index]
  if (!set) return
  const rolls = set.rolls.map((roll) => (isTarget(roll) ? { ...roll, pending: true, ...change(roll) } : roll))
  displayedSets[index] = { ...set, pending: true, rolls }
}
/** Removes downgrades that a pending command takes back. Only the server records them as taken back. */
function applyTakeBack(displayedSets: DisplayedSet[], { id, rollId, lane, lines }: TakeBackBody): void {
  updateRoll(
    displayedSets,
    id,
    (roll) => (rollId ? rollId === roll.id : lane === roll.lane),
    (roll) => {
      const downgrades = filterNewDowngrades(roll.downgrades, lines)
      return { downgrades, grade: determineGrade(downgrades, roll.lengthM) }
    },
  )
}
/**
 * Applies the edits of a pending command to the rolls of a set. @param state new state of these rolls, if it changes
 */
function applyRollEdits(displayedSets: DisplayedSet[], { id, rolls }: EditBody, state?: DisplayedRoll['state']): void {
  const findEdit = (roll: DisplayedRoll) =>
    rolls.find((edit) => (edit.rollId ? edit.rollId === roll.id : edit.lane === roll.lane))
  updateRoll(
    displayedSets,
    id,
    (roll) => findEdit(roll) !== undefined,
    (roll) => ({ ...applyEdit(roll, findEdit(roll)), state: state ?? roll.state }),
  )
}
type EditableRoll = Pick<DisplayedRoll, 'kg' | 'workOrderId' | 'downgrades' | 'lengthM'>
function applyEdit(roll: EditableRoll, edit: EditBody['rolls'][number] | undefined) {
  const downgrades = edit?.downgrades ?? roll.downgrades
  return {
    kg: edit?.kg ?? roll.kg,
    workOrderId: edit?.workOrderId ?? roll.workOrderId,
    downgrades,
    grade: determineGrade(downgrades, roll.lengthM),
  }
}
/** Returns a roll with this phone's pending weights, orders and downgrades applied, for its label. */
export const withUnsentEdits = <R extends StoredSlitRoll>(roll: R, unsent: readonly UnsentCommand[]): R =>
  unsent
    .filter((item) => item.op === editSet.name && item.body['id'] === roll.slitSetId && !isHeldBack(item.state))
    .flatMap((item) => (item.body as typeof item.body & EditBody).rolls)
    .filter((edit) => (edit.rollId ? edit.rollId === roll.id : edit.lane === roll.lane))
    .reduce((row, edit) => ({ ...row, ...applyEdit(row, edit) }), roll)
