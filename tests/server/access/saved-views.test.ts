import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteView, saveView, listSavedViews } from '@/contract/saved-view'
import { expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import type { Caller, TestPlant } from '../harness'

// The manager and the lead mechanic change machines of the ledger; a viewer reads them; only the administrator reads users.
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
})
afterAll(() => plant.close())

const page = '/ledger/equipment'
const view = (name: string, overrides: object = {}) => ({
  name,
  list: 'equipment',
  page,
  query: 'state=used&sort=-code',
  columns: '{"shown":{"note":true},"widths":{}}',
  ...overrides,
})
const loadViews = async (person: Caller, list = 'equipment', at = page) =>
  expectOk(await person.call(listSavedViews, { list, page: at }))
const loadViewNames = async (person: Caller) => (await loadViews(person)).views.map((one) => one.name)

test('a view is private until it is shared; only its owner changes it', async () => {
  const lead = staff['maint-lead']
  const savedView = expectOk(await lead.call(saveView, view('停机设备')))
  expect(await loadViewNames(lead)).toEqual(['停机设备'])
  expect(await loadViewNames(staff.viewer)).toEqual([])

  expectOk(await lead.call(saveView, view('停机设备', { id: savedView.id, version: savedView.version, shared: true })))
  const viewerViews = await loadViews(staff.viewer)
  expect(viewerViews.views).toMatchObject([
    { name: '停机设备', query: 'state=used&sort=-code', own: false, shared: true },
  ])
  expect(viewerViews.views[0]).not.toHaveProperty('ownerId')

  const refusal = await staff.viewer.call(saveView, view('mine', { id: savedView.id }))
  expect(refusal.errmsg).toBe('只有创建人可以修改或删除此视图')
  expect((await staff.admin.call(deleteView, { id: savedView.id })).errmsg).toBe('只有创建人可以修改或删除此视图')
  expect((await lead.call(saveView, view('停机设备'))).errno).toBe('4003')

  // A stale version does not overwrite a change from another device.
  expect((await lead.call(saveView, view('旧', { id: savedView.id, version: savedView.version }))).errno).toBe('6000')
  expectOk(await lead.call(deleteView, { id: savedView.id }))
  expect(await loadViewNames(staff.viewer)).toEqual([])
})

test('people who only read a list may save views of it, but not share them', async () => {
  expect((await loadViews(staff.viewer)).mayShare).toBe(false)
  expect((await loadViews(staff['maint-lead'])).mayShare).toBe(true)
  const shareAnswer = await staff.viewer.call(saveView, view('给大家', { shared: true }), { language: 'en' })
  expect(shareAnswer.errmsg).toBe('You may not change this list, so you cannot share a view of it')
  expectOk(await staff.viewer.call(saveView, view('我的')))
  expect(await loadViewNames(staff.viewer)).toEqual(['我的'])
  expect(await loadViewNames(staff.admin)).toEqual([])
})

test('people who may not read a list neither see nor save views of it', async () => {
  const users = { list: 'user', page: '/access/users' }
  expectOk(await staff.admin.call(saveView, { ...users, name: 'all', shared: true }))
  expect((await staff.maint.call(listSavedViews, users)).errno).toBe('401')
  expect((await staff.maint.call(saveView, { ...users, name: 'x' })).errno).toBe('401')
  expect((await staff.admin.call(listSavedViews, { list: 'savedView', page })).errno).toBe('4013')
  // Another page of the same list has separate views.
  expect((await loadViews(staff.admin, 'user', '/other')).views).toEqual([])
})

test('views of a list without edit forms can be shared by people who may give one of its commands', async () => {
  expect((await loadViews(staff.maint, 'repair', '/activities/repairs')).mayShare).toBe(true)
  expect((await loadViews(staff.viewer, 'repair', '/activities/repairs')).mayShare).toBe(false)
})
