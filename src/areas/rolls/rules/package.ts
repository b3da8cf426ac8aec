/** The life of a package 包装: open, closed, stored, shipped. */
import { decide, defineMachine, type Decision, type StateOf } from '@/contract/state-machine'

export const rollPackage = defineMachine('package', {
  states: ['open', 'packed', 'stored', 'shipped'],
  initial: 'open',
  actions: {
    open: { from: [null], to: 'open', permission: 'divideInteractiveEdit', requires: ['rollIds'] },
    add: { from: ['open'], to: 'open', permission: 'divideInteractiveEdit', requires: ['rollIds'] },
    close: { from: ['open'], to: 'packed', permission: 'divideInteractiveEdit' },
    reopen: { from: ['packed'], to: 'open', permission: 'divideInteractiveEdit' },
    take: { from: ['open', 'packed'], to: 'open', permission: 'divideInteractiveEdit', requires: ['reason'] },
    unpack: { from: ['open', 'packed'], to: 'open', permission: 'divideInteractiveEdit', requires: ['reason'] },
    store: { from: ['packed'], to: 'stored', permission: 'divideInteractiveEdit', requires: ['place'] },
    ship: { from: ['packed', 'stored'], to: 'shipped', permission: 'divideInteractiveEdit' },
  },
})
export type PackageState = StateOf<typeof rollPackage>
export const decidePackage = (
  state: string | null,
  action: string,
  given: Readonly<Record<string, unknown>>,
): Decision<PackageState> => decide(rollPackage, state, action, given)
