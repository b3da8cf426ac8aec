import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { areaClients } from '@/areas/clients'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import { canCall, type Endpoint } from '@/contract/endpoint'
import { menuPages } from '@/contract/menu'

// The menu offers a page because its area's contract lists it: without a loader the app would report a missing page.
describe.each(areaContracts.map((contract) => ({ contract, name: contract.name })))(
  'the pages of $name',
  ({ contract, name }) => {
    const client = areaClients.find((area) => area.name === name)

    test('have a loader each, and no loader is missing in the contract', () => {
      expect(Object.keys(client?.pages ?? {}).sort()).toEqual([...contract.pages].sort())
    })

    test('are in the menu, each in one area', () => {
      const known = new Set<string>(menuPages.map((page) => page.name))
      expect(contract.pages.filter((page) => !known.has(page))).toEqual([])
      const others = areaContracts.filter((other) => other.name !== name).flatMap((other) => other.pages)
      expect(contract.pages.filter((page) => others.includes(page))).toEqual([])
    })
  },
)

test('every area has its contract, and its calls have handlers', () => {
  expect(areaContracts.map(({ name }) => name).sort()).toEqual(areaClients.map(({ name }) => name).sort())
})

// The page's link on Me uses the area's title: a missing title is displayed as a key.
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

describe('missing rows are created', () => {
  const endpoints = new Map<string, Endpoint>(
    areaContracts.flatMap(getAreaEndpoints).map((endpoint) => [endpoint.name, endpoint]),
  )
  const adds = areaClients.flatMap((area) => Object.entries(area.creationPlaces ?? {}))

  test('on an existing page, by people with permission', () => {
    expect(adds.length).toBeGreaterThan(10)
    const built = new Set<string>(areaContracts.flatMap((contract) => contract.pages))
    expect(adds.flatMap(([, { page }]) => (page && !built.has(page) ? [page] : []))).toEqual([])
    const wrong = adds.filter(([resource, { permissions }]) => {
      // A page of several kinds of rows is entered kind by kind, the most common kind first.
      const create = endpoints.get(`${resource}.create`) ?? endpoints.get(`${resource}.addMain`)
      return !create || !permissions.every((key) => canCall(create.access, { isSup: false, keys: new Set([key]) }))
    })
    expect(wrong.map(([resource]) => resource)).toEqual([])
  })
  test('rows that an empty plant needs are counted by their area and have such a page', () => {
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
