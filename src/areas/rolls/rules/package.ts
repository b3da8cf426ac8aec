/** The life of a package 包装: open, closed, stored, shipped. */
import { decideTransition, defineStateMachine, type TransitionDecision, type StateName } from '@/contract/state-machine'

export const rollPackage = defineStateMachine('package', {
  states: ['open', 'packed', 'stored', 'shipped', 'removed'],
  initial: 'open',
  actions: {
    open: { from: [null], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['rollIds'] },
    add: { from: ['open'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['rollIds'] },
    close: { from: ['open'], to: 'packed', permission: 'divideInteractiveEdit' },
    reopen: { from: ['packed'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    take: { from: ['open', 'packed'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    unpack: { from: ['open', 'packed'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    // It was a mistake, or nothing is left in it; its number is not given again.
    remove: { from: ['open'], to: 'removed', permission: 'divideInteractiveEdit' },
    store: { from: ['packed'], to: 'stored', permission: 'divideInteractiveEdit', requiredInputs: ['place'] },
    relocate: { from: ['stored'], to: 'stored', permission: 'divideInteractiveEdit', requiredInputs: ['place'] },
    // It lies nowhere any more: something of it is to be taken out.
    unstore: { from: ['stored'], to: 'open', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    // The record that put it in stock was removed: it never lay there.
    undoStore: { from: ['stored'], to: 'packed', permission: 'divideInteractiveEdit' },
    ship: { from: ['packed', 'stored'], to: 'shipped', permission: 'divideInteractiveEdit' },
    // It never left: it is again what it was shipped from.
    unship: { from: ['shipped'], to: 'packed', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    restock: { from: ['shipped'], to: 'stored', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
  },
})
export type PackageState = StateName<typeof rollPackage>
/** States of packages that there are. */
export const standingPackages = rollPackage.states.filter((state) => state !== 'removed')
/** What comes next of a package, by its state; an open one takes rolls first. */
const nextSteps: Partial<Record<PackageState, 'store' | 'ship'>> = { packed: 'store', stored: 'ship' }
export const nextPackageStep = (state: PackageState): 'store' | 'ship' | null => nextSteps[state] ?? null
/** Steps that a package on hold does not take: it goes no further, nor is anything added. What is held may be taken out of it. */
const barred = new Set(['close', 'store', 'ship'])
export const barredByHold = (action: string): boolean => barred.has(action)
/** The step that opens a package again, by the state that it is in. */
export const reopenStep = (state: string): 'reopen' | 'unstore' => (state === 'stored' ? 'unstore' : 'reopen')
/** The step that takes a shipping back, by the state that it was shipped from. */
export const unshipStep = (before: string | null): 'unship' | 'restock' => (before === 'stored' ? 'restock' : 'unship')
export const decidePackage = (
  state: string | null,
  action: string,
  given: Readonly<Record<string, unknown>>,
): TransitionDecision<PackageState> => decideTransition(rollPackage, state, action, given)

/** Why a slit roll cannot be packed; null when it can. */
export const packProblem = (roll: {
  readonly kg: number | null
  readonly grade: string | null
}): 'packUnweighed' | 'packWaste' | null =>
  roll.kg === null ? 'packUnweighed' : roll.grade === 'waste' ? 'packWaste' : null

/**
 * Why a package cannot be put in stock at a place; null when it can, or lies there already. Without a place only what needs
 * none is asked.
 */
export function storeProblem(
  row: { readonly state: PackageState; readonly place: string | null; readonly holds: readonly string[] },
  place: string | null,
): 'notPacked' | 'held' | 'elsewhere' | null {
  if (row.state === 'stored') return row.place && place && row.place !== place ? 'elsewhere' : null
  if (!rollPackage.actions.store.from.some((state) => state === row.state)) return 'notPacked'
  return row.holds.length > 0 && barredByHold('store') ? 'held' : null
}

/** A package with fewer than this share of what its siblings hold is worth a question. */
const NEARLY_FULL = 0.75
/**
 * How many rolls the other packages of an order hold, when this one holds far fewer; null when it holds enough, or there is
 * nothing to compare with. Usual is the most frequent number; of two as frequent the larger.
 * @param siblings rolls of the order's other packages that are no longer open
 */
export function usualWhenUnderFilled(rolls: number, siblings: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const held of siblings) if (held > 0) counts.set(held, (counts.get(held) ?? 0) + 1)
  const [usual] = [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || b - a)[0] ?? []
  return usual !== undefined && rolls < usual * NEARLY_FULL ? usual : null
}
