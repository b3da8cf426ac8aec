/** Lifecycle of a package 包装: open, closed, stored, shipped. */
import { decideTransition, defineStateMachine, type TransitionDecision, type StateName } from '@/contract/state-machine'

export const packageLifecycle = defineStateMachine('package', {
  states: ['open', 'packed', 'stored', 'shipped', 'removed'],
  initial: 'open',
  actions: {
    open: { from: [null], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['rollIds'] },
    add: { from: ['open'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['rollIds'] },
    close: { from: ['open'], to: 'packed', permission: 'divideInteractiveEdit' },
    reopen: { from: ['packed'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    // `take` removes some rolls from the package, `unpack` all of them.
    take: { from: ['open', 'packed'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    unpack: { from: ['open', 'packed'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    // Removes a package that is empty or was created by mistake. Its number is not reused.
    remove: { from: ['open'], to: 'removed', permission: 'divideInteractiveEdit' },
    store: { from: ['packed'], to: 'stored', permission: 'divideInteractiveEdit', requiredInputs: ['place'] },
    relocate: { from: ['stored'], to: 'stored', permission: 'divideInteractiveEdit', requiredInputs: ['place'] },
    // Takes the package out of stock, so that rolls can be removed.
    unstore: { from: ['stored'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    // Reverts `store` because the stock record was removed: the package was never in stock.
    undoStore: { from: ['stored'], to: 'packed', permission: 'divideInteractiveEdit' },
    ship: { from: ['packed', 'stored'], to: 'shipped', permission: 'divideInteractiveEdit' },
    // Reverts `ship`: the package never left the plant. `restock` does the same for a package shipped from stock.
    unship: { from: ['shipped'], to: 'packed', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    restock: { from: ['shipped'], to: 'stored', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
  },
})
export type PackageState = StateName<typeof packageLifecycle>
/** States of packages that were not removed. */
export const existingPackageStates = packageLifecycle.states.filter((state) => state !== 'removed')
/** States of packages that a hold can reach, because the package is still in the plant. */
export const holdablePackageStates = existingPackageStates.filter((state) => state !== 'shipped')
/** An open package has no next action, because its next step is to pack rolls. */
const nextActionByState: Partial<Record<PackageState, 'store' | 'ship'>> = { packed: 'store', stored: 'ship' }
/** Returns the next action of a package by state; null if there is none. */
export const getNextPackageAction = (state: PackageState): 'store' | 'ship' | null => nextActionByState[state] ?? null
/** Actions that a hold on the package blocks. Held rolls may still be taken out. */
const actionsBlockedByHold = new Set(['close', 'store', 'ship'])
/** True if a hold on the package blocks the action. */
export const isBlockedByHold = (action: string): boolean => actionsBlockedByHold.has(action)
/** Returns the action that reopens a package in the given state. */
export const getReopenAction = (state: string): 'reopen' | 'unstore' => (state === 'stored' ? 'unstore' : 'reopen')
/** Returns the action that reverts shipping, by the state before shipping. */
export const getUnshipAction = (shippedFromState: string | null): 'unship' | 'restock' =>
  shippedFromState === 'stored' ? 'restock' : 'unship'
/** Decides whether an action is allowed in a state of a package, and the state that follows. */
export const decidePackageTransition = (
  state: string | null,
  action: string,
  values: Readonly<Record<string, unknown>>,
): TransitionDecision<PackageState> => decideTransition(packageLifecycle, state, action, values)

/** Returns why a slit roll cannot be packed; null if it can. */
export const findPackProblem = (roll: {
  readonly kg: number | null
  readonly grade: string | null
}): 'packUnweighed' | 'packWaste' | null => {
  if (roll.kg === null) return 'packUnweighed'
  return roll.grade === 'waste' ? 'packWaste' : null
}

/**
 * Returns why a package cannot be stored at a place; null if the package can be stored or is already stored there. If
 * `place` is null, checks only the conditions that do not depend on the place.
 */
export function findStoreProblem(
  row: { readonly state: PackageState; readonly place: string | null; readonly holds: readonly string[] },
  place: string | null,
): 'notPacked' | 'held' | 'elsewhere' | null {
  if (row.state === 'stored') return row.place && place && row.place !== place ? 'elsewhere' : null
  if (!packageLifecycle.actions.store.from.some((state) => state === row.state)) return 'notPacked'
  return row.holds.length > 0 && isBlockedByHold('store') ? 'held' : null
}

/** Share of the usual roll count below which a package counts as underfilled. */
const NEARLY_FULL_SHARE = 0.75
/**
 * Returns the usual roll count of the order's other packages if this package contains far fewer rolls, else null. The
 * usual count is the most frequent count. If several counts are equally frequent, the usual count is the largest of
 * them.
 * @param siblingRollCounts roll counts of the order's other packages that are no longer open
 */
export function findUsualRollCount(rollCount: number, siblingRollCounts: readonly number[]): number | null {
  const frequencyByCount = new Map<number, number>()
  for (const siblingCount of siblingRollCounts)
    if (siblingCount > 0) frequencyByCount.set(siblingCount, (frequencyByCount.get(siblingCount) ?? 0) + 1)
  const [mostFrequent] = [...frequencyByCount].sort(
    ([countA, frequencyA], [countB, frequencyB]) => frequencyB - frequencyA || countB - countA,
  )
  const usualCount = mostFrequent?.[0]
  return usualCount !== undefined && rollCount < usualCount * NEARLY_FULL_SHARE ? usualCount : null
}
