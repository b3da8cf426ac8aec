import { callEndpoint } from '@/client/api/call-endpoint'
import type { AreaClient } from '@/client/area'
import { parseLabel } from '../rules/label'
import { webLineKinds } from '../rules/line'

/** Permissions of people who work at a line: they stop, inspect, hand over, wind, slit or feed it. */
const LINE_PERMISSIONS = [
  'shutdownAnalysisEdit',
  'productionInspectionAdd',
  'jobHandoverAdd',
  'rollInteractiveEdit',
  'divideInteractiveEdit',
  'rawMaterialAdd',
]

/** Client of the plant itself: line choice, shifts and teams, and plant settings. */
export const plantClient: AreaClient = {
  name: 'plant',
  pages: {},
  personalPages: [
    { path: 'settings', permissions: ['productionScheduleEdit'], load: () => import('./settings/PlantSettingsPage') },
    { path: 'rotation', load: () => import('./rotation/RotationPage') },
  ],
  todayCards: [{ name: 'myLine', order: 0, permissions: LINE_PERMISSIONS, load: () => import('./today/MyLineCard') }],
  creationPlaces: { shiftRotation: { subpath: '/me/rotation', permissions: ['departmentsEdit'] } },
  setupSteps: [
    { name: 'lines', order: 10, resource: 'line', query: { kind: webLineKinds.join() } },
    { name: 'slitters', order: 20, resource: 'line', query: { kind: 'slitting' } },
    { name: 'rotation', order: 30, resource: 'shiftRotation' },
  ],
  meRows: [{ name: 'myLine', load: () => import('./line/MyLineRow') }],
  readCode: parseLabel,
  outboxResources: ['lineStop'],
  loadPlantBrand: async () =>
    callEndpoint((await import('../contract/plant-brand')).publicPlantBrand, {}, { quiet: true }),
  contract: async () => (await import('../contract')).plantContract,
}
