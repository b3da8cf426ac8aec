import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteView, saveView, listSavedViews } from '@/contract/saved-view'
import { good, staffed, type Staff } from '../people'
import type { Caller, TestPlant } from '../harness'

// The manager and the mechanics' lead change machines of the ledger; a viewer reads them; nobody but the administrator reads users.
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
})
afterAll(() => plant.close())

const page = '/ledger/equipment'
const view = (name: string, more: object = {}) => ({
  name,
  list: 'equipment',
  page,
  query: 'state=used&sort=-code',
  columns: '{"shown":{"note":true},"widths":{}}',
  ...more,
})
const seenBy = async (person: Caller, list = 'equipment', at = page) =>
  good(await person.call(listSavedViews, { list, page: at }))
const names = async (person: Caller) => (await seenBy(person)).views.map((one) => one.name)

test('a view is one person’s until it is shared; only its owner changes it', async () => {
  const lead = staff['maint-lead']
  const kept = good(await lead.call(saveView, view('停机设备')))
  expect(await names(lead)).toEqual(['停机设备'])
  expect(await names(staff.viewer)).toEqual([])

  good(await lead.call(saveView, view('停机设备', { id: kept.id, version: kept.version, shared: true })))
  const shared = await seenBy(staff.viewer)
  expect(shared.views).toMatchObject([{ name: '停机设备', query: 'state=used&sort=-code', own: false, shared: true }])
  expect(shared.views[0]).not.toHaveProperty('ownerId')

  const other = await staff.viewer.call(saveView, view('mine', { id: kept.id }))
  expect(other.errmsg).toBe('只有创建人可以修改或删除此视图')
  expect((await staff.admin.call(deleteView, { id: kept.id })).errmsg).toBe('只有创建人可以修改或删除此视图')
  expect((await lead.call(saveView, view('停机设备'))).errno).toBe('4003')

  // What was changed elsewhere meanwhile is not written over.
  expect((await lead.call(saveView, view('旧', { id: kept.id, version: kept.version }))).errno).toBe('6000')
  good(await lead.call(deleteView, { id: kept.id }))
  expect(await names(staff.viewer)).toEqual([])
})

test('who may not change a list keeps views of it, but shares none', async () => {
  expect((await seenBy(staff.viewer)).mayShare).toBe(false)
  expect((await seenBy(staff['maint-lead'])).mayShare).toBe(true)
  const shared = await staff.viewer.call(saveView, view('给大家', { shared: true }), { language: 'en' })
  expect(shared.errmsg).toBe('You may not change this list, so you cannot share a view of it')
  good(await staff.viewer.call(saveView, view('我的')))
  expect(await names(staff.viewer)).toEqual(['我的'])
  expect(await names(staff.admin)).toEqual([])
})

test('who may not read a list is told none of its views, and keeps none', async () => {
  const users = { list: 'user', page: '/access/users' }
  good(await staff.admin.call(saveView, { ...users, name: 'all', shared: true }))
  expect((await staff.maint.call(listSavedViews, users)).errno).toBe('401')
  expect((await staff.maint.call(saveView, { ...users, name: 'x' })).errno).toBe('401')
  expect((await staff.admin.call(listSavedViews, { list: 'savedView', page })).errno).toBe('4013')
  // Another page of the same list has views of its own.
  expect((await seenBy(staff.admin, 'user', '/other')).views).toEqual([])
})

test('a list changed by commands alone is shared by who may give one', async () => {
  expect((await seenBy(staff.maint, 'repair', '/activities/repairs')).mayShare).toBe(true)
  expect((await seenBy(staff.viewer, 'repair', '/activities/repairs')).mayShare).toBe(false)
})
