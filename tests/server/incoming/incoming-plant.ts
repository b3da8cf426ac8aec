/** Materials with standards and lots in quarantine, for the tests of incoming inspection. */
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import type { material, materialLot } from '@/areas/feeding/contract/material'
import { recordInspection, startInspection } from '@/areas/incoming/contract/inspection-commands'
import type { materialInspection } from '@/areas/incoming/contract/material-inspection'
import { materialDocument } from '@/areas/standards/contract/material-standard'
import type { Caller } from '../harness'
import { expectOk } from '../plant-staff'
import { createFeedingPlant, createLot, createMaterial, type FeedingPlant } from '../feeding/feeding-plant'

export type Inspection = Row<typeof materialInspection>
export interface IncomingPlant extends FeedingPlant {
  inspector: Caller
  /** May release and reject. */
  qualityLead: Caller
}
export async function createIncomingPlant(): Promise<IncomingPlant> {
  const feedingPlant = await createFeedingPlant()
  return { ...feedingPlant, inspector: feedingPlant.staff.quality, qualityLead: feedingPlant.quality }
}
const meltFlowRate = { name: '熔体流动速率', nameEn: 'Melt flow rate', unit: 'g/10min', low: 33, target: 35, high: 37 }
const appearance = { name: '外观', nameEn: 'Appearance' }
export const resinItems = [meltFlowRate, appearance]
let serial = 0

/** Creates a material standard, approved by default. */
export async function createStandard(
  { qualityLead, staff }: IncomingPlant,
  materialId: string,
  overrides: { approved?: boolean; code?: string } & Record<string, unknown> = {},
): Promise<{ id: string; code: string }> {
  const { approved = true, code = `MS-${++serial}`, ...fields } = overrides
  const [kind] = materialDocument.kinds
  const { approvalEndpoints } = materialDocument
  const draft = expectOk(
    await qualityLead.call(kind.add, { code, materialId, sampling: 'gbt6678', items: resinItems, ...fields } as never),
  )
  if (!approved) return { id: draft.id, code }
  const submitted = expectOk(
    await qualityLead.call(approvalEndpoints.submit, {
      id: draft.id,
      version: draft.version,
      approvers: [staff.manager.userId],
    } as never),
  )
  await approveAs(staff.manager, submitted)
  return { id: draft.id, code }
}
const approveAs = async (approver: Caller, { id, version }: { id: string; version: number }) =>
  expectOk(
    await approver.call(materialDocument.approvalEndpoints.ratify, { id, version, decision: 'approved' } as never),
  )

/** Creates a material with an approved standard and a lot in quarantine. */
export async function createQuarantinedLot(
  incomingPlant: IncomingPlant,
  overrides: { standard?: Record<string, unknown>; material?: object; kind?: 'main' | 'pack'; kg?: number } = {},
): Promise<{ material: Row<typeof material>; lot: Row<typeof materialLot> }> {
  const createdMaterial = await createMaterial(incomingPlant, overrides.kind ?? 'main', {
    supplier: '东海石化',
    packageKg: 25,
    ...overrides.material,
  })
  await createStandard(incomingPlant, createdMaterial.id, overrides.standard)
  return {
    material: createdMaterial,
    lot: await createLot(incomingPlant, createdMaterial.id, {
      state: 'quarantine',
      ...(overrides.kg ? { kg: overrides.kg } : {}),
    }),
  }
}
export const beginInspection = async (
  incomingPlant: IncomingPlant,
  lotId: string,
  overrides: object = {},
): Promise<Inspection> =>
  expectOk(await incomingPlant.inspector.call(startInspection, { id: createUuid7(), lotId, ...overrides } as never))
/** Enters the readings of the full sample: these melt flow rates and a good appearance. */
export const enterReadings = async (
  incomingPlant: IncomingPlant,
  row: Inspection,
  values: number[],
  overrides: object = {},
): Promise<Inspection> =>
  expectOk(
    await incomingPlant.inspector.call(recordInspection, {
      id: row.id,
      version: row.version,
      examined: row.sampleSize,
      readings: [
        ...values.map((value, i) => ({ item: 0, sample: i + 1, value, ok: null })),
        { item: 1, sample: null, value: null, ok: true },
      ],
      ...overrides,
    } as never),
  )
