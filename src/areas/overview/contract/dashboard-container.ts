import { defineEndpoint } from '@/contract/endpoint'
import { choice, integer, list, reference, references, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { periodKinds } from '@/plant/rules/periods'
import { cardNames, cardSizes } from './cards'

export const MOST_CARDS = 40
const key = text({ required: true, max: 36 })
/** Order and sizes of cards in a width; cards that it does not name follow in their usual size. */
const places = list({ key, size: choice(cardSizes, { required: true }) }, { max: MOST_CARDS })
export const widths = ['phone', 'tablet', 'desk'] as const
export type Width = (typeof widths)[number]
const grid = {
  cards: list(
    {
      key,
      card: choice(cardNames, { required: true }),
      lineId: reference('line'),
      period: choice(periodKinds),
    },
    { max: MOST_CARDS },
  ),
  phone: places,
  tablet: places,
  desk: places,
} as const

/** 看板容器: a person's own arrangement of cards, for themselves or shared with roles; without an owner it is the plant's. */
export const dashboardContainer = defineResource('dashboardContainer', {
  area: 'overview',
  fields: {
    name: text({ required: true, max: 60 }),
    nameEn: text({ max: 60 }),
    ownerId: reference('user', { readonly: true }),
    roleIds: references('role', { max: 50 }),
    sortOrder: integer({ min: 0, max: 9999 }),
    ...grid,
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
 * Stores the state of a dashboard's grid: its cards, and their order and sizes for each width. Widths that two devices changed
 * are joined; when both changed the same one, the later is refused with both versions (errno 6000).
 */
export const keepGrid = defineEndpoint('dashboardContainer.grid', {
  area: 'overview',
  routes: 'PUT /dashboard_container_gs',
  access: 'dashboardView',
  effect: 'write',
  partial: true,
  input: {
    id: reference('dashboardContainer', { required: true }),
    version: integer({ required: true, min: 1 }),
    ...grid,
  },
  output: resourceOutput(dashboardContainer),
})
