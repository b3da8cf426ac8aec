// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { hashKey } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { openPhoneStore } from '@/client/api/phone-store'
import { buildQueryKey } from '@/client/api/query-client'
import { signInPerson } from '../signed-in'

it('reads the stored answers to all queries of an endpoint, of this person only', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  signInPerson()
  const phone = await openPhoneStore()
  const store = (resources: string[], endpoint: string, input: object, buster: string, data: string) =>
    phone.storeAnswer(hashKey(buildQueryKey(resources, endpoint, input)), buster, data)
  await store(['roll'], 'roll.list', {}, '2 u1', 'all')
  await store(['roll', 'line'], 'roll.list', { state: 'good' }, '2 u1', 'good')
  await store(['slitRoll'], 'slitRoll.list', { keyword: '"roll.list"' }, '2 u1', 'of another resource')
  await store(['roll'], 'roll.list', { state: 'held' }, '2 u2', 'of another person')
  expect((await phone.readEndpointAnswers('roll.list', '2 u1')).sort()).toEqual(['all', 'good'])
})
