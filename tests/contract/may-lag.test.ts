/** Which calls a standby of the database may answer with rows that are some seconds old. */
import { expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'

const endpoints = areaContracts.flatMap((contract) => [...getAreaEndpoints(contract)])
const laggingNames = endpoints.filter(({ mayLag }) => mayLag).map(({ name }) => name)

it('only reads may lag, and all exports of lists do', () => {
  expect(endpoints.filter(({ mayLag, effect }) => mayLag && effect !== 'read')).toEqual([])
  const exports = endpoints.filter(({ name }) => /^\w+\.export$/.test(name)).map(({ name }) => name)
  expect(exports.length).toBeGreaterThan(50)
  expect(exports.filter((name) => !laggingNames.includes(name))).toEqual([])
})
it('what people act on at once never lags: lists, recall, trace, stock, wall screens, phones', () => {
  const actedOn = /\.list$|\.recall|\.trace|^stock\.(now|down|history)$|^lobby\.|^plantGlance\.now$|^lineStatus\.|^sync/
  // Costs are calculated by a job some time after the orders change.
  expect(laggingNames.filter((name) => actedOn.test(name))).toEqual(['orderCost.list'])
})
