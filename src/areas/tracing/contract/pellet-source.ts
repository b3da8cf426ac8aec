import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, moment, note, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { hopperFeedPermissions } from '@/areas/feeding/contract/material'

const viewPermissions = [
  'rawMaterialView',
  'rawMaterialInspectionView',
  'rollInteractiveView',
  'divideInteractiveView',
  'qualityTrackingView',
] as const
const editPermissions = ['rawMaterialEdit', 'rollInteractiveEdit'] as const

/** Source references of a row. Exactly one of them is set; none is set if `purchased` is true. */
export const pelletSourceReferences = ['recycleId', 'jumboRollId', 'slitRollId', 'sourceLotId'] as const
/**
 * Source of a pellet lot 再生粒来源: kilograms of trim, waste, a roll or another lot from which the pellets were made. If
 * the sources weigh less than the lot, the difference counts as unrecorded. Recalls and traces follow the sources
 * (`rules/pellet-shares`).
 */
export const pelletSource = defineResource('pelletSource', {
  area: 'tracing',
  fields: {
    lotId: reference('materialLot', { required: true }),
    recycleId: reference('recycle'),
    // Trim and waste from slitting this jumbo.
    jumboRollId: reference('jumboRoll'),
    // The whole slit roll was pelletized.
    slitRollId: reference('slitRoll'),
    sourceLotId: reference('materialLot'),
    // Bought as pellets: contains no lot of this plant.
    purchased: flag({ default: false }),
    kg: amount({ unit: 'kg', digits: 3, required: true, min: 0.001 }),
    // When the trim was produced or the roll was wound.
    madeAt: moment({ readonly: true }),
    // Derived from the records of the plant, or entered by a person.
    basis: choice(['derived', 'entered'], { readonly: true, default: 'entered' }),
    note: note({ max: 1000 }),
  },
  title: ['lotId', 'madeAt'],
  filters: ['lotId', 'recycleId', 'jumboRollId', 'slitRollId', 'sourceLotId', 'basis', 'madeAt'],
  sort: '-madeAt',
  setOnUpdate: () => ({ basis: 'entered' }),
  routes: {
    list: 'GET /rolls/pellet_source',
    create: 'POST /rolls/pellet_source',
    update: 'PUT /rolls/pellet_source',
    remove: 'DELETE /rolls/pellet_source',
    export: 'GET /rolls/pellet_source_excel',
  },
  permissions: {
    view: viewPermissions,
    add: hopperFeedPermissions,
    edit: editPermissions,
    delete: 'rawMaterialDelete',
    export: 'qualityTrackingDownload',
  },
})

/**
 * 推算再生粒来源: derives the sources of a pellet lot from the trim and waste that arose since the previous pellet lot and
 * that no other lot uses. Replaces previously derived sources and keeps entered sources.
 */
export const derivePelletSources = defineEndpoint('pelletSource.derive', {
  area: 'tracing',
  routes: 'POST /rolls/pellet_source_derive',
  access: editPermissions,
  effect: 'write',
  input: { lotId: reference('materialLot', { required: true }) },
  output: objectOutput({
    sources: integer({ required: true }),
    recordedKg: amount({ unit: 'kg', digits: 3, required: true }),
    unrecordedKg: amount({ unit: 'kg', digits: 3, required: true }),
  }),
})
