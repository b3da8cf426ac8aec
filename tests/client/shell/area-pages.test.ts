import { describe, expect, test } from 'vitest'
import { areaClients } from '@/areas/clients'
import { areaContracts } from '@/areas/contracts'
import { plainPage } from '@/client/plain-page'
import { pages } from '@/contract/menu'
import { line } from '@/plant/contract/line'

// The menu offers a page because its area's contract lists it: without a loader the app would say that nothing is there.
describe.each(areaContracts.map((contract) => ({ contract, name: contract.name })))(
  'the pages of $name',
  ({ contract, name }) => {
    const client = areaClients.find((area) => area.name === name)

    test('have a loader each, and none is loaded that the contract does not list', () => {
      expect(Object.keys(client?.pages ?? {}).sort()).toEqual([...contract.pages].sort())
    })

    test('are in the menu, of one area each', () => {
      const known = new Set<string>(pages.map((page) => page.name))
      expect(contract.pages.filter((page) => !known.has(page))).toEqual([])
      const others = areaContracts.filter((other) => other.name !== name).flatMap((other) => other.pages)
      expect(contract.pages.filter((page) => others.includes(page))).toEqual([])
    })
  },
)

test('every area has its contract, and its calls one who answers them', () => {
  expect(areaContracts.map(({ name }) => name).sort()).toEqual(areaClients.map(({ name }) => name).sort())
})

test('a resource has a page without one being written', async () => {
  const { default: Page } = await plainPage(async () => line)()
  expect((Page as unknown as () => { props: unknown })().props).toEqual({ of: line })
})
