import { expect, test } from 'vitest'
import { defineArea } from '@/contract/area'
import { text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { bindAreas } from '@/server/application'
import { defineServer, handle } from '@/server/area'

const badge = defineResource('badge', {
  area: 'gate',
  fields: { code: text({ required: true }) },
  title: ['code'],
  routes: { create: 'POST /badge', update: 'PUT /badge', import: 'POST /badge_excel' },
  permissions: { view: 'badgeView', add: 'badgeAdd', edit: 'badgeEdit' },
})
const gate = defineArea({ name: 'gate', pages: [], resources: [badge] as never, endpoints: [] })
const { create, update, import: sheet } = badge.endpoints
const nothing = () => Promise.resolve(null as never)
const bound = (...handlers: ReturnType<typeof handle>[]) => bindAreas([defineServer(gate, { handlers })])

test.each([
  ['create', handle(create, nothing)],
  ['update', handle(update, nothing)],
])('a server does not start if an area decides about %s but an import would bypass the decision', (_what, handler) => {
  expect(() => bound(handler)).toThrow('a sheet of badge would come past its own handlers')
  expect(bound(handler, handle(sheet, nothing)).endpoints.has('badge.import')).toBe(true)
})
test('a plain resource has the plain import', () => {
  expect(bound().endpoints.has('badge.import')).toBe(true)
})
