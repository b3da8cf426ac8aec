import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { choice, flag, integer, moment, note, reference, references, text } from '@/contract/field'
import { resourceOutput } from '@/contract/resource'
import { kgField } from '@/areas/rolls/contract/jumbo-roll'
import { rollPackage } from './package'

const area = 'packing'
const reasonField = note({ required: true, max: 1000 })
const versionField = integer({ min: 1 })

/**
 * Packs rolls of one order into an open package, or into a new package if `id` is missing. `close` also closes the
 * package.
 */
export const packRolls = defineEndpoint('package.pack', {
  area,
  routes: 'POST /rolls/package',
  access: 'divideInteractiveEdit',
  effect: 'write',
  input: {
    id: reference('package'),
    rollIds: references('slitRoll', { required: true, max: 500 }),
    close: flag(),
    occurredAt: moment(),
  },
  output: resourceOutput(rollPackage),
})
/**
 * Takes the rolls `rollIds` out of an open or packed package, which is open afterwards. The action `unpack` of
 * `runPackageAction` takes out all rolls.
 */
export const unpackRolls = defineEndpoint('package.take', {
  area,
  routes: 'POST /rolls/package_take',
  access: 'divideInteractiveEdit',
  effect: 'write',
  input: {
    id: reference('package', { required: true }),
    rollIds: references('slitRoll', { required: true, max: 500 }),
    reason: reasonField,
  },
  output: resourceOutput(rollPackage),
})
/**
 * Runs an action on a whole package: closes, reopens, stores, relocates, ships or unships it. `unpack` takes all rolls
 * out of the package; `remove` removes an empty package.
 */
export const runPackageAction = defineEndpoint('package.move', {
  area,
  routes: 'POST /rolls/package_move',
  access: 'divideInteractiveEdit',
  effect: 'write',
  input: {
    id: reference('package', { required: true }),
    version: versionField,
    action: choice(['close', 'reopen', 'unpack', 'store', 'relocate', 'ship', 'unship', 'remove'], { required: true }),
    grossKg: kgField,
    place: text({ max: 60 }),
    reason: note({ max: 1000 }),
  },
  output: resourceOutput(rollPackage),
})

/** Lists the rolls of a package that failed a check and were not downgraded since then. Displayed before shipping. */
export const failedPackageChecks = defineEndpoint('package.checks', {
  area,
  routes: 'GET /rolls/package_checks',
  access: rollPackage.endpoints.list.access,
  effect: 'read',
  input: { id: reference('package', { required: true }) },
  output: listOutput({ slitRollId: reference('slitRoll', { required: true }), number: text({ required: true }) }),
})

export const packageEndpoints = [packRolls, unpackRolls, runPackageAction, failedPackageChecks] as const
