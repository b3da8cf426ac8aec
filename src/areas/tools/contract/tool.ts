import { amount, choice, day, image, integer, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { MAX_CODE_LENGTH } from '@/plant/rules/code'
import { PRICE_VIEW_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { slitterReaders } from '@/areas/slitting/contract/slitter-readers'
import { calculateLifePercent, lifeUnits, toolLifecycle, toolKinds, toolUseReasons } from '../rules/tool'

/** Permissions to read tools: tool management, and slitter operators for their knives. */
export const toolViewPermissions = ['toolManagementView', ...slitterReaders] as const
/** Permissions to see tool prices. */
export const toolPriceViewPermissions = [...PRICE_VIEW_PERMISSIONS, 'toolManagementAdd', 'toolManagementEdit'] as const
/** Used life over all mountings. */
const usedLifeFields = {
  usedH: amount({ unit: 'h', digits: 1, readonly: true, default: 0, min: 0 }),
  usedM: amount({ unit: 'm', digits: 1, readonly: true, default: 0, min: 0 }),
  usedKg: amount({ unit: 'kg', digits: 1, readonly: true, default: 0, min: 0 }),
} as const
/** Place on the machine: the lane of a knife, the beam of a spinneret. */
export const placeField = integer({ min: 1, max: 200 })
/** Side of a knife: the upper or the lower knife of its lane. */
export const sideField = choice(['upper', 'lower'])

/** 工器具: wearing parts of the machines. `rules/tool` defines the state transitions. */
export const tool = defineResource('tool', {
  area: 'tools',
  fields: {
    code: text({ required: true, max: MAX_CODE_LENGTH, format: 'code' }),
    kind: choice(toolKinds, { required: true }),
    state: choice(toolLifecycle.states, { readonly: true, default: toolLifecycle.initial }),
    model: text(),
    maker: text(),
    makerEn: text(),
    size: text({ max: 100 }),
    // Price of one piece of this tool.
    price: amount({
      unit: 'CNY',
      digits: 2,
      min: 0,
      rowUnit: { pricePer: { unit: 'pcs' } },
      viewPermissions: toolPriceViewPermissions,
    }),
    boughtOn: day({ notFuture: true }),
    // Usual position on a machine as text; the current one is `lineId` and `place`.
    position: text({ max: 100 }),
    lifeUnit: choice(lifeUnits, { required: true }),
    lifeLimit: amount({ unit: '', digits: 1, min: 0, max: 1e9 }),
    // Used life of the tool, percent of `lifeLimit`.
    lifePercent: amount({ unit: '%', digits: 1, readonly: true }),
    ...usedLifeFields,
    lineId: reference('line', { readonly: true }),
    place: { ...placeField, readonly: true },
    side: { ...sideField, readonly: true },
    mountedAt: moment({ readonly: true }),
    // Time of the tool's last command. The next command must not be earlier.
    since: moment({ readonly: true }),
    // Reason for scrapping. Removals from a machine use the same list of reasons.
    endReason: choice(toolUseReasons, { readonly: true }),
    images: image({ max: 3 }),
    note: note({ max: 1000 }),
  },
  title: ['code', 'model'],
  englishFields: { maker: 'makerEn' },
  unique: [['code']],
  filters: ['kind', 'state', 'maker', 'lineId', 'place', 'lifePercent'],
  search: ['code', 'model', 'maker', 'size', 'position', 'note'],
  sort: 'code',
  importKey: ['code'],
  inShiftPack: true,
  deriveFields: (row) => ({ lifePercent: calculateLifePercent(row) }),
  routes: {
    list: 'POST /get_tool',
    create: 'POST /tool/add_cutter_basic',
    update: 'PUT /tool/edit_basic/{id}',
    remove: 'DELETE /tool/delete_basic/{id}',
    export: 'GET /tool/basic_excel',
    import: 'POST /tool/basic_upload',
    template: 'GET /tool/basic_template',
  },
  permissions: {
    view: toolViewPermissions,
    add: 'toolManagementAdd',
    edit: 'toolManagementEdit',
    delete: 'toolManagementDelete',
    export: 'toolManagementExport',
    import: 'toolManagementUpload',
  },
})
