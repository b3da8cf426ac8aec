import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { areaClients } from '@/areas/clients'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import { createResourcePage } from '@/client/create-resource-page'
import { canCall, type Endpoint } from '@/contract/endpoint'
import { menuPages } from '@/contract/menu'
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
      const known = new Set<string>(menuPages.map((page) => page.name))
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
  const { default: Page } = await createResourcePage(async () => line)()
  expect((Page as unknown as () => { props: unknown })().props).toEqual({ of: line })
})

// Its link on Me says what the area calls it: a title that is missing shows as a key.
test.each(
  areaClients.flatMap(({ name, personalPages: ownPages }) => (ownPages ?? []).map(({ path }) => ({ name, path }))),
)('$name has a title of its page $path under Me', ({ name, path }) => {
  const folder = name === 'plant' ? 'plant' : `areas/${name}`
  for (const language of ['zh', 'en']) {
    const at = new URL(`../../../src/${folder}/locales/${language}.json`, import.meta.url)
    const words = JSON.parse(readFileSync(at, 'utf8')) as { pages: Record<string, { title?: string }> }
    expect(words.pages[path]?.title, language).toBeTruthy()
  }
})

describe('what is missing is entered', () => {
  const endpoints = new Map<string, Endpoint>(
    areaContracts.flatMap(getAreaEndpoints).map((endpoint) => [endpoint.name, endpoint]),
  )
  const adds = areaClients.flatMap((area) => Object.entries(area.creationPlaces ?? {}))

  test('where there is a page, by whoever may enter it', () => {
    expect(adds.length).toBeGreaterThan(10)
    const built = new Set<string>(areaContracts.flatMap((contract) => contract.pages))
    expect(adds.flatMap(([, { page }]) => (page && !built.has(page) ? [page] : []))).toEqual([])
    const wrong = adds.filter(([resource, { keys }]) => {
      // What is of several kinds is entered kind by kind, the usual one first.
      const create = endpoints.get(`${resource}.create`) ?? endpoints.get(`${resource}.addMain`)
      return !create || !keys.every((key) => canCall(create.access, { isSup: false, keys: new Set([key]) }))
    })
    expect(wrong.map(([resource]) => resource)).toEqual([])
  })
  test('and what an empty plant needs is counted by its area and has such a place', () => {
    const steps = areaClients.flatMap((area) => (area.setupSteps ?? []).map((step) => ({ ...step, area: area.name })))
    expect(steps.map(({ name }) => name).toSorted()).toEqual(
      'lines slitters rotation hoppers materials lots products customers machines people processStandards orders released firstRoll'
        .split(' ')
        .toSorted(),
    )
    expect(
      steps.filter(
        ({ area, resource, page }) =>
          endpoints.get(`${resource}.list`)?.area !== area || !(page ?? adds.some(([added]) => added === resource)),
      ),
    ).toEqual([])
  })
})
