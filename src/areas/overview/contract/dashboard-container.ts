import { defineEndpoint } from '@/contract/endpoint'
import { choice, integer, list, reference, references, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { periodKinds } from '@/plant/rules/periods'
import { cardNames, cardSizes } from './cards'

export const MAX_CARDS = 40
// Identifies a card within its dashboard; the client generates it as a UUID.
const keyField = text({ required: true, max: 36 })
/** Order and sizes of the cards at one screen width. Cards that are not listed follow in their default size. */
const placementList = list({ key: keyField, size: choice(cardSizes, { required: true }) }, { max: MAX_CARDS })
export const gridWidths = ['phone', 'tablet', 'desk'] as const
export type GridWidth = (typeof gridWidths)[number]
const gridFields = {
  cards: list(
    {
      key: keyField,
      card: choice(cardNames, { required: true }),
      lineId: reference('line'),
      period: choice(periodKinds),
    },
    { max: MAX_CARDS },
  ),
  phone: placementList,
  tablet: placementList,
  desk: placementList,
} as const

/**
 * 看板容器: a person's arrangement of cards, private or shared with roles. A dashboard without an owner belongs to the
 * plant.
 */
export const dashboardContainer = defineResource('dashboardContainer', {
  area: 'overview',
  fields: {
    name: text({ required: true, max: 60 }),
    nameEn: text({ max: 60 }),
    ownerId: reference('user', { readonly: true }),
    roleIds: references('role', { max: 50 }),
    sortOrder: integer({ min: 0, max: 9999 }),
    ...gridFields,
  },
  title: ['name'],
  englishFields: { name: 'nameEn' },
  filters: ['ownerId'],
  search: ['name', 'nameEn'],
  sort: 'sortOrder',
  routes: {
    list: 'GET /DASHBOARD_CONTAINER_LIST',
    create: 'POST /dashboard_container_add',
    update: 'PATCH /dashboard_container_edit',
    remove: 'DELETE /dashboard_container_del',
  },
  permissions: { view: 'dashboardView', add: 'dashboardView', edit: 'dashboardView', delete: 'dashboardView' },
})
/**
 * Stores the grid of a dashboard: its cards, and their order and sizes for each width. Changes of two devices to
 * different widths are merged. If both devices changed the same width, the later request is refused with both versions
 * (errno 6000).
 */
export const storeGrid = defineEndpoint('dashboardContainer.grid', {
  area: 'overview',
  routes: 'PUT /dashboard_container_gs',
  access: 'dashboardView',
  effect: 'write',
  partial: true,
  input: {
    id: reference('dashboardContainer', { required: true }),
    version: integer({ required: true, min: 1 }),
    ...gridFields,
  },
  output: resourceOutput(dashboardContainer),
})
