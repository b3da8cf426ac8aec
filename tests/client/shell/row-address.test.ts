// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { areaClients } from '@/areas/clients'
import { getPageLoader, registerAreas } from '@/client/area-registry'
import { buildRowAddress } from '@/client/shell/row-address'
import { noticeResources } from '@/contract/sync'
import { signInPerson } from '../signed-in'

registerAreas(areaClients)

const places = areaClients.flatMap((area) =>
  Object.entries(area.rowPlaces ?? {}).flatMap(([resource, to]) =>
    [to].flat().map((place) => ({ resource, page: typeof place === 'string' ? place : place.page })),
  ),
)
beforeEach(() => signInPerson({ pages: places.map(({ page }) => page) }))

test('every page that opens a row exists', () => {
  expect(places.filter(({ page }) => !getPageLoader(page))).toEqual([])
})
test.each([
  ['handover', '/x/jobHandover?id=1'],
  ['wasteDisposal', '/x/productionSheet?view=wasteDisposal&id=1'],
  ['productConversion', '/x/informationTransfer?view=productConversion&id=1'],
  ['processInspection2', '/x/productionInspection?view=processInspection2&id=1'],
  ['lineStop', '/x/shutdownAnalysis?id=1'],
  ['electricalPartsRecord', '/x/partsRecord?of=electricalPartsRecord&id=1'],
])('%s opens on its own part of its page', (resource, address) => {
  expect(buildRowAddress(resource, { id: '1' })).toBe(address)
})
test.each(Object.entries(noticeResources))(
  'the notice %s leads to its %s, for those who have the page',
  (_notice, resource) => {
    expect(buildRowAddress(resource, { id: '1' })).toContain('id=1')
    signInPerson({ pages: ['users'] })
    expect(buildRowAddress(resource, { id: '1' })).toBeNull()
  },
)
