/** A count reveals rows, so its caller must be allowed to read them: by the key of the call, or per count (`seenBy`). */
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'

const calls = areaContracts.flatMap(getAreaEndpoints)
const counts = calls.filter(
  ({ name, routes }) => name.endsWith('.count') || routes.some((one) => one.endsWith('/count')),
)
const readersOf = (name: string) => [calls.find((one) => one.name === `${name.split('.')[0]}.list`)!.access].flat()

test('all counts are listed here', () => {
  expect(counts.map(({ name }) => name).sort()).toEqual([
    'inspectionRound.count',
    'jumboRoll.count',
    'partsRecord.count',
    'pmPlan.count',
    'repair.count',
    'teamCheck.count',
  ])
})

test.each(counts)('$name answers who may read what it counts', ({ name, access, output }) => {
  const readers = readersOf(name)
  const others = [access].flat().filter((key) => !readers.includes(key))
  const open = Object.entries(output.fields).filter(([, field]) => !field.viewPermissions)
  expect({ others, open: others.length ? open.map(([figure]) => figure) : [] }).toEqual({ others, open: [] })
  expect(others).not.toContain('signedIn')
})
